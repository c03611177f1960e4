import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { COMPILE_CACHE } from './compile-cache.ts'
import { waitUntil } from './server-process.ts'

// Startup is mostly compilation, which is slow on a busy machine.
const MAX_START_SECONDS = 200
const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url))

/** The service in its own process, as an operator runs it. */
export type ServiceProcess = {
  /** Every log line so far, parsed. */
  readonly log: readonly Record<string, unknown>[]
  readonly stderr: string
  readonly pid: number
  /** Resolves to its address when it is ready; rejects if it exits instead. */
  ready(): Promise<string>
  /** Resolves to its exit code, or the signal that ended it. */
  ended(): Promise<number | NodeJS.Signals>
  kill(signal: NodeJS.Signals): void
  [Symbol.asyncDispose](): Promise<void>
}

export type ProcessOptions = {
  /** Starts the service by the operator's command, as in the image. */
  command?: 'serve'
  /** A prefix for the command, for example to run it in another network namespace. */
  within?: readonly string[]
  /** The folder of another version's checkout, with its packages installed. */
  version?: string | undefined
}

/** Starts the service on a free port without rate limits; `env` is added to its environment. */
export function startProcess(
  env: Record<string, string>,
  { command, within = [], version = REPOSITORY }: ProcessOptions = {},
): ServiceProcess {
  const source = join(version, 'apps/api/src')
  const program =
    command === undefined ? [join(source, 'main.ts')] : [join(source, 'cli/registry.ts'), command]
  const [first = '', ...args] = [...within, process.execPath, ...program]
  const child = spawn(first, args, {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      PORT: '0',
      RATE_LIMIT_WRITES_PER_MINUTE: '0',
      RATE_LIMIT_READS_PER_MINUTE: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  const log: Record<string, unknown>[] = []
  const errors: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line))
  child.stderr.on('data', (chunk) => errors.push(String(chunk)))
  const exited = once(child, 'close').then(([code, signal]) => code ?? signal)
  const readyLine = () => lines.find((line) => line.includes('Timezone Registry is ready at'))

  return {
    get log() {
      for (const line of lines.slice(log.length)) log.push(JSON.parse(line))
      return [...log, ...fatalLinesIn(errors.join(''))]
    },
    get stderr() {
      return errors.join('')
    },
    pid: child.pid ?? 0,
    ready: async () => {
      const isDone = () => readyLine() !== undefined || child.exitCode !== null
      await waitUntil(isDone, 'the service to be ready', MAX_START_SECONDS).catch((error: Error) => {
        throw new Error(`${error.message}: ${lines.join('\n')} ${errors.join('')}`)
      })
      const address = /http:[^\s"]+/.exec(readyLine() ?? '')?.[0]
      if (address === undefined) throw new Error(`The service ended: ${lines.join('\n')} ${errors.join('')}`)
      return address
    },
    ended: () => exited,
    kill: (signal) => void child.kill(signal),
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL')
      await exited
    },
  }
}

/** A fatal line is not in the log, but on standard error. */
function fatalLinesIn(errors: string): Record<string, unknown>[] {
  return Array.from(errors.matchAll(/^\{"level":"fatal".*$/gm), ([line]) => JSON.parse(line))
}
