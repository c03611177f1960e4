import { setImmediate } from 'node:timers/promises'
import { databaseErrorKind, rootCause } from '@timezone-registry/db/database-error'
import { Unavailable } from '../errors.ts'
import type { BatchedJob } from './batch-queue.ts'
import type { NewTimezone, TimezoneRecord, TimezoneStore } from './timezone-store.ts'

/** The new value of a user's record; undefined for a delete. `run` is work that cannot share a statement. */
export type Write = NewTimezone | { run: () => Promise<void> } | undefined

/** The record as written, or as it was before it was deleted. */
export type WriteResult = TimezoneRecord | undefined

type BatchedWrite = BatchedJob<Write, WriteResult>
type Statement = (writes: readonly BatchedWrite[]) => Promise<TimezoneRecord[]>

// A limit on writes that cannot share a statement, because each of them needs its own connection.
const MAX_AT_ONCE = 4
// Together with a lock timeout of 1 s before and after, this is still within the callers' deadline.
const SEPARATE_MILLISECONDS = 1000

// Callers do the rest of their work, such as a response, in the turn of the event loop in which they get a result.
const SETTLED_PER_TURN = 100

/**
 * Carries out a batch: one statement for the sets with the same visibility, one for all deletes, or other work. Settles every
 * write; never rejects.
 */
export async function runWrites(
  batch: readonly BatchedWrite[],
  { setMany, removeMany }: Pick<TimezoneStore, 'setMany' | 'removeMany'>,
): Promise<void> {
  const sets = batch.filter(({ job }) => isSet(job))
  const removals = batch.filter(({ job }) => job === undefined)
  const others = batch.filter(({ job }) => job !== undefined && !isSet(job))
  await Promise.all([
    carryOutSets(sets, setMany),
    carryOut(removals, (part) => removeMany(part.map(({ key }) => key))),
    ...others.map(runOne),
  ])
}

/** One statement after the other, since each needs a connection. */
async function carryOutSets(sets: readonly BatchedWrite[], setMany: TimezoneStore['setMany']): Promise<void> {
  const newTimezone = ({ job }: BatchedWrite) => job as NewTimezone
  for (const alike of Map.groupBy(sets, (set) => newTimezone(set).visibility).values())
    await carryOut(alike, (part) => setMany(part.map(newTimezone)))
}

export function isSet(write: Write): write is NewTimezone {
  return write !== undefined && 'user' in write
}

/** Settles every write. If one row makes the statement fail, the others are written without it. */
async function carryOut(writes: readonly BatchedWrite[], statement: Statement): Promise<void> {
  if (writes.length === 0) return
  try {
    const rows = new Map((await statement(writes)).map((row) => [row.userId, row]))
    for (const [index, { key, resolve }] of writes.entries()) {
      if (index > 0 && index % SETTLED_PER_TURN === 0) await setImmediate()
      resolve(rows.get(key))
    }
  } catch (error) {
    if (writes.length === 1 || isOutage(error)) for (const write of writes) rejectWith(write, error)
    else await runInTurns(writes, (write) => carryOut([write], statement), error)
  }
}

function runOne(write: BatchedWrite): Promise<void> {
  return (write.job as { run: () => Promise<void> }).run().then(
    () => write.resolve(undefined),
    (error: unknown) => rejectWith(write, error),
  )
}

/** Runs a few writes at a time, for a second; those that have not started by then fail with `error`. */
async function runInTurns(
  writes: readonly BatchedWrite[],
  run: (write: BatchedWrite) => Promise<void>,
  error: unknown,
): Promise<void> {
  const endsAt = performance.now() + SEPARATE_MILLISECONDS
  const rest = writes.values()
  const takeTurns = async () => {
    for (const write of rest) {
      if (performance.now() < endsAt) await run(write)
      else rejectWith(write, error)
    }
  }
  await Promise.all(Array.from({ length: Math.min(MAX_AT_ONCE, writes.length) }, takeTurns))
}

function rejectWith({ reject }: BatchedWrite, error: unknown): void {
  reject(
    isLocked(error)
      ? new Unavailable('Another transaction is changing this record. Try again in a moment.', {
          retryAfterSeconds: 1,
          cause: error,
        })
      : error,
  )
}

/** True if no row of the batch could have been written, so that trying each would only add load. */
function isOutage(error: unknown): boolean {
  const kind = databaseErrorKind(error)
  return kind === 'storage_full' || (kind === 'unavailable' && !isLocked(error))
}

/** PostgreSQL's `lock_not_available`: another transaction held a row for longer than `lock_timeout`. */
function isLocked(error: unknown): boolean {
  const cause = rootCause(error)
  return cause instanceof Error && 'code' in cause && cause.code === '55P03'
}
