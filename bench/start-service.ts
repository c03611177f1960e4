import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../apps/api/src/main.ts', import.meta.url))

export type BenchedProcess = {
  readonly address: string
  readonly pid: number
  readonly readyAfter: number
} & AsyncDisposable

/** The service as it runs in production: its log goes to a file, and the limits are on, but so high that none is hit. */
export function startService(env: Record<string, string>): Promise<BenchedProcess> {
  return startProcess(MAIN, {
    RATE_LIMIT_WRITES_PER_MINUTE: '10000000',
    RATE_LIMIT_READS_PER_MINUTE: '10000000',
    PORT: '0',
    ...env,
  })
}

/** A program that logs `http://…` when it is ready, on a log that nobody reads meanwhile. */
export async function startProcess(
  script: string,
  env: Record<string, string> = {},
): Promise<BenchedProcess> {
  const directory = mkdtempSync(join(tmpdir(), 'bench-'))
  const logPath = join(directory, 'log')
  const log = openSync(logPath, 'w')
  const since = performance.now()
  const child = spawn(process.execPath, [script], {
    env: { PATH: '/usr/bin:/bin', ...env },
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  let address: string | undefined
  while (address === undefined) {
    if (child.exitCode !== null) throw new Error(`It ended: ${readFileSync(logPath, 'utf8')}`)
    await sleep(5)
    address = /http:\/\/[\d.]+:\d+/.exec(readFileSync(logPath, 'utf8'))?.[0]
  }
  return {
    address,
    pid: child.pid ?? 0,
    readyAfter: performance.now() - since,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      rmSync(directory, { recursive: true })
    },
  }
}
