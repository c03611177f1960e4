import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const HOOK = fileURLToPath(new URL('./event-loop-hook.ts', import.meta.url))
const START_TIMEOUT_MILLISECONDS = 90_000

export type BenchedProcess = {
  readonly address: string
  readonly pid: number
  /** Milliseconds from the start until it served. */
  readonly readyAfter: number
  /** 99th percentile of the event loop's delay since the last call, in milliseconds; undefined where not watched. */
  readonly loopDelay?: () => Promise<number>
  /** Ends it as an operator does, and waits until it has ended. */
  stop(): Promise<void>
} & AsyncDisposable

/** Starts a program that prints `http://…` when it serves. Its output goes to a file, as it does in production. */
export async function startProcess(
  command: readonly [string, ...string[]],
  { env = {}, watchLoop = false }: { env?: Record<string, string>; watchLoop?: boolean } = {},
): Promise<BenchedProcess> {
  const directory = mkdtempSync(join(tmpdir(), 'bench-'))
  const logPath = join(directory, 'log')
  const delayFile = join(directory, 'loop-delay')
  const log = openSync(logPath, 'w')
  const since = performance.now()
  const [program, ...args] = command
  const child = spawn(program, [...(watchLoop ? ['--import', HOOK] : []), ...args], {
    env: { PATH: '/usr/bin:/bin', ...env, ...(watchLoop && { BENCH_LOOP_DELAY_FILE: delayFile }) },
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  const exited = once(child, 'exit')
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await exited
  }
  const address = await waitForAddress(child, logPath)
  const loopDelay = async () => {
    rmSync(delayFile, { force: true })
    child.kill('SIGUSR2')
    while (!existsSync(delayFile) && child.exitCode === null) await sleep(5)
    return Number(readFileSync(delayFile, 'utf8'))
  }
  return {
    address,
    pid: child.pid ?? 0,
    readyAfter: performance.now() - since,
    ...(watchLoop && { loopDelay }),
    stop: () => end('SIGTERM'),
    [Symbol.asyncDispose]: async () => {
      await end('SIGKILL')
      rmSync(directory, { recursive: true })
    },
  }
}

/** Polls often, because the start time is measured with it. */
async function waitForAddress(child: ChildProcess, logPath: string): Promise<string> {
  const deadline = performance.now() + START_TIMEOUT_MILLISECONDS
  for (;;) {
    const log = readFileSync(logPath, 'utf8')
    const address = /http:\/\/[\d.]+:\d+/.exec(log)?.[0]
    if (address !== undefined) return address
    if (child.exitCode !== null) throw new Error(`${child.spawnfile} ended: ${log}`)
    if (performance.now() > deadline) throw new Error(`${child.spawnfile} is not ready: ${log}`)
    await sleep(5)
  }
}
