import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { answersConnection, signalProcess, waitUntil } from './server-process.ts'

/** Starts a program that listens on a port of the loopback address. When disposed, it ends and its directory is removed. */
export async function startListener(
  program: string,
  args: readonly string[],
  { directory, port }: { directory: string; port: number },
): Promise<AsyncDisposable> {
  const child = spawn(program, args, {
    cwd: directory,
    env: { PATH: process.env.PATH, HOME: directory },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const exited = once(child, 'exit')
  const killAtExit = () => signalProcess(child.pid, 'SIGTERM')
  process.on('exit', killAtExit)
  await waitUntil(() => {
    if (child.exitCode !== null) throw new Error(`${program} ended: ${errors}`)
    return answersConnection(port)
  }, `${program} to listen`)
  return {
    [Symbol.asyncDispose]: async () => {
      killAtExit()
      await exited
      process.off('exit', killAtExit)
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
