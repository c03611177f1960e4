import { setTimeout as sleep } from 'node:timers/promises'
import type { Query } from './database.ts'
import { databaseErrorKind, isLockTimeout, MigrationRunningError } from './database-error.ts'

export type LockingOptions = {
  /** For another migration and for locks on the tables, in total. With 0, it tries once, briefly. */
  waitSeconds: number
  /** Called with a sentence for the log if it has to wait. */
  onWaiting?: ((reason: string) => void) | undefined
  /** Ends the waiting: the call rejects. */
  signal?: AbortSignal | undefined
}

// Every later statement on a table queues behind one that waits for its lock, and the service's own statements wait at
// most a second. So it waits briefly, lets the queue pass, and tries again.
const TRY_MILLISECONDS = 300
const PAUSE_MILLISECONDS = 700
// Above PostgreSQL's default `deadlock_timeout`, after which it cancels an autovacuum that is in the way.
const LAST_TRY_MILLISECONDS = 1500

/** Commits what `run` did with the same `query`, or rolls it back if it rejects. */
export async function inTransaction<T>(
  query: (text: string) => Promise<unknown>,
  run: () => Promise<T>,
): Promise<T> {
  // Overrides the role's default: a statement after the wait for the lock must see what was committed in the meantime.
  await query('begin isolation level read committed')
  try {
    const result = await run()
    await query('commit')
    return result
  } catch (error) {
    // The server rolls back when a connection ends.
    if (!isBroken(error)) await query('rollback').catch(() => {})
    throw error
  }
}

/** True if a connection on which this happened must not be used again. */
export function isBroken(error: unknown): boolean {
  return databaseErrorKind(error) === 'unavailable' && !isLockTimeout(error)
}

/** As `inTransaction`, but repeats `run` until it has its locks. Rejects as PostgreSQL does, or with `MigrationRunningError`. */
export async function inLockingTransaction<T>(
  query: Query,
  run: () => Promise<T>,
  { waitSeconds, onWaiting, signal }: LockingOptions,
): Promise<T> {
  const deadline = performance.now() + waitSeconds * 1000
  for (let attempt = 1; ; attempt++) {
    const isLast = performance.now() >= deadline
    const tryMilliseconds = isLast && waitSeconds > 0 ? LAST_TRY_MILLISECONDS : TRY_MILLISECONDS
    try {
      return await inTransaction(query, async () => {
        await query(`set local lock_timeout = ${tryMilliseconds}`)
        return run()
      })
    } catch (error) {
      const reason = findReasonToWait(error)
      if (isLast || reason === undefined) throw error
      if (attempt === 1) onWaiting?.(`${reason}. ${waitingFor(waitSeconds)}`)
    }
    await sleep(PAUSE_MILLISECONDS, undefined, signal && { signal })
  }
}

/** Ends a sentence for the log about something that is waited for. */
export function waitingFor(waitSeconds: number): string {
  return Number.isFinite(waitSeconds) ? `Waiting up to ${waitSeconds} s for it` : 'Waiting for it'
}

function findReasonToWait(error: unknown): string | undefined {
  if (error instanceof MigrationRunningError) return 'Another process is migrating the database'
  return isLockTimeout(error) ? 'Another transaction holds a lock on a table' : undefined
}
