import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { COMPILE_CACHE } from './compile-cache.ts'
import { freePort } from './free-port.ts'
import { waitUntil } from './server-process.ts'

const MAIN = fileURLToPath(new URL('../../../apps/api/src/main.ts', import.meta.url))

/** The service in its own process, whose standard output is appended to a file. */
export type OutputProcess = AsyncDisposable & {
  readonly child: ChildProcess
  readonly address: string
  /** Empty if it goes to the file, too. */
  readonly stderr: string
}

/** Starts the service without a limit for reads, and asks whether it is ready, which its output does not show. */
export async function startWithOutput(
  path: string,
  env: Record<string, string>,
  { errorsToo = false } = {},
): Promise<OutputProcess> {
  const file = openSync(path, 'a')
  const port = await freePort()
  const child = spawn(process.execPath, [MAIN], {
    env: { NODE_COMPILE_CACHE: COMPILE_CACHE, PORT: String(port), RATE_LIMIT_READS_PER_MINUTE: '0', ...env },
    stdio: ['ignore', file, errorsToo ? file : 'pipe'],
  })
  closeSync(file)
  const address = `http://127.0.0.1:${port}`
  const isReady = () =>
    fetch(`${address}/readyz`).then(
      ({ status }) => status === 200,
      () => child.exitCode !== null,
    )
  let stderr = ''
  child.stderr?.on('data', (chunk) => {
    stderr += chunk
  })
  await waitUntil(isReady, 'the service to be ready')
  return {
    child,
    address,
    get stderr() {
      return stderr
    },
    [Symbol.asyncDispose]: async () => {
      const exited = child.exitCode === null && child.signalCode === null && once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
  }
}
