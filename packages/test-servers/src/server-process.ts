import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Resolves when the condition holds, checked every 25 ms; rejects after 50 s by default, naming what it waited for. */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  what: string,
  seconds = 50,
): Promise<void> {
  const deadline = Date.now() + seconds * 1000
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`Timed out after ${seconds} s waiting for ${what}`)
    await sleep(25)
  }
}

/** Whether something listens on this port of the loopback address. */
export function answersConnection(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect(port, '127.0.0.1', () => resolve(true))
  socket.once('error', () => resolve(false))
  return promise.finally(() => socket.destroy())
}

/** Signals a process that may have ended. */
export function signalProcess(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** The resident memory of a process. */
export function residentMegabytes(pid: number): number {
  const status = `/proc/${pid}/status`
  const kilobytes = existsSync(status)
    ? /VmRSS:\s+(\d+) kB/.exec(readFileSync(status, 'utf8'))?.[1]
    : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
  // A process that has ended, and whose parent has not noticed yet, holds nothing.
  return Number(kilobytes ?? 0) / 1024
}

/**
 * The processes that a process has started. For PostgreSQL, signalling the group is not enough: every backend leads its own
 * session.
 */
export function childrenOf(pid: number | undefined): number[] {
  if (pid === undefined || process.platform !== 'linux') return []
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}
