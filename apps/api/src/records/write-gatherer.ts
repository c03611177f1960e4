import { databaseErrorKind, rootCause } from '@timezone-registry/db/errors'
import { Overloaded, Unavailable } from '../errors.ts'
import { type BatchCounts, type BatchedJob, type BatchQueueOptions, createBatchQueue } from './batch-queue.ts'
import type { NewTimezone, TimezoneRecord, TimezoneStore } from './timezone-store.ts'

/**
 * Writes records; concurrent writes share a statement. Writes for one user take effect in order of arrival. All reject
 * with `Unavailable` after 3.3 s without a result (a write that has started may still take effect), with `Overloaded`
 * if 5,000 writes are waiting.
 */
export type WriteGatherer = {
  /**
   * Resolves to the committed record: this value, or a later one for the same user that replaced it before the write.
   */
  set(newTimezone: NewTimezone): Promise<TimezoneRecord>
  /** Resolves to true if there was a record. */
  remove(userId: string): Promise<boolean>
  /** Runs other work on a user's record, in order with that user's writes, and resolves to its result. */
  runInTurn<Outcome>(userId: string, work: () => Promise<Outcome>): Promise<Outcome>
  counts(): BatchCounts
}

/** The new value of a user's record; undefined for a delete. `run` is work that cannot share a statement. */
type Write = NewTimezone | { run: () => Promise<void> } | undefined
/** The record as written, or as it was before it was deleted. */
type Result = TimezoneRecord | undefined
type BatchedWrite = BatchedJob<Write, Result>

export type WriteGathererOptions = Pick<TimezoneStore, 'setMany' | 'removeMany'> &
  Partial<
    Pick<
      BatchQueueOptions<Write, Result>,
      'maxBatch' | 'maxBatches' | 'maxPending' | 'deadlineMilliseconds' | 'abandonAfterMilliseconds'
    >
  >

export function createWriteGatherer({
  setMany,
  removeMany,
  maxBatch = 256,
  // Two keep the database busy while a result is in transit.
  maxBatches = 2,
  maxPending = 5000,
  ...timeouts
}: WriteGathererOptions): WriteGatherer {
  const writes = createBatchQueue<Write, Result>({
    ...timeouts,
    run: async (batch) => {
      const sets = batch.filter(({ job }) => isSet(job))
      const removals = batch.filter(({ job }) => job === undefined)
      await Promise.all([
        carryOut(sets, (part) => setMany(part.map(({ job }) => job as NewTimezone))),
        carryOut(removals, (part) => removeMany(part.map(({ key }) => key))),
        runInTurns(batch.filter(({ job }) => job !== undefined && !isSet(job))),
      ])
    },
    // A delete reports whether there was a record, so it cannot be merged.
    supersedes: (write, previous) => isSet(write) && isSet(previous),
    isOrdered: true,
    maxBatch,
    maxBatches,
    maxPending,
  })

  return {
    set: async (newTimezone) => {
      const record = await writes.add(newTimezone.user.id, newTimezone)
      if (record === undefined) throw new Error('An upsert returned no row')
      return record
    },
    remove: async (userId) => (await writes.add(userId, undefined)) !== undefined,
    runInTurn: async (userId, work) => {
      const outcomes: Awaited<ReturnType<typeof work>>[] = []
      await writes.add(userId, { run: async () => void outcomes.push(await work()) })
      const [outcome] = outcomes
      if (outcome === undefined) throw new Error('The work ended without an outcome')
      return outcome
    },
    counts: writes.counts,
  }
}

function isSet(write: Write): write is NewTimezone {
  return write !== undefined && 'user' in write
}

/** Runs a few at once, because each needs its own connection, and for a limited time. */
async function runInTurns(writes: readonly BatchedWrite[]): Promise<void> {
  const endsAt = performance.now() + SEPARATE_MILLISECONDS
  const rest = writes.values()
  const takeTurns = async () => {
    for (const write of rest) {
      if (performance.now() > endsAt) rejectAll([write], new Overloaded(OVERLOADED, { retryAfterSeconds: 1 }))
      else
        await (write.job as { run: () => Promise<void> }).run().then(
          () => write.resolve(undefined),
          (error: unknown) => rejectAll([write], error),
        )
    }
  }
  await Promise.all(Array.from({ length: Math.min(MAX_SEPARATE, writes.length) }, takeTurns))
}

const OVERLOADED = 'The service is overloaded. Try again in a moment.'

type Statement = (writes: readonly BatchedWrite[]) => Promise<TimezoneRecord[]>

/** Settles every write. If one row makes the statement fail, the others are written without it. */
async function carryOut(writes: readonly BatchedWrite[], statement: Statement): Promise<void> {
  if (writes.length === 0) return
  try {
    const rows = new Map((await statement(writes)).map((row) => [row.userId, row]))
    for (const { key, resolve } of writes) resolve(rows.get(key))
  } catch (error) {
    if (writes.length === 1 || isOutage(error)) rejectAll(writes, error)
    else await carryOutSeparately(writes, statement, error)
  }
}

const MAX_SEPARATE = 4
// Together with a lock timeout of 1 s before and after, this is still within the callers' deadline.
const SEPARATE_MILLISECONDS = 1000

/** Stops after a second; writes that have not started by then fail with `error`. */
async function carryOutSeparately(
  writes: readonly BatchedWrite[],
  statement: Statement,
  error: unknown,
): Promise<void> {
  const endsAt = performance.now() + SEPARATE_MILLISECONDS
  const rest = writes.values()
  const takeTurns = async () => {
    for (const write of rest) {
      if (performance.now() < endsAt) await carryOut([write], statement)
      else rejectAll([write], error)
    }
  }
  await Promise.all(Array.from({ length: MAX_SEPARATE }, takeTurns))
}

function rejectAll(writes: readonly BatchedWrite[], error: unknown): void {
  const reason = isLocked(error)
    ? new Unavailable('Another transaction is changing this record. Try again in a moment.', {
        retryAfterSeconds: 1,
        cause: error,
      })
    : error
  for (const { reject } of writes) reject(reason)
}

/** True if no row of the batch could have been written, so that trying each would only add load. */
function isOutage(error: unknown): boolean {
  return databaseErrorKind(error) === 'unavailable' && !isLocked(error)
}

/** PostgreSQL's `lock_not_available`: another transaction held a row for longer than `lock_timeout`. */
function isLocked(error: unknown): boolean {
  const cause = rootCause(error)
  return cause instanceof Error && 'code' in cause && cause.code === '55P03'
}
