import { type BatchCounts, type BatchQueueOptions, createBatchQueue } from './batch-queue.ts'
import type { NewTimezone, TimezoneRecord, TimezoneStore } from './timezone-store.ts'
import { isSet, runWrites, type Write, type WriteResult } from './write-batch.ts'

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

export type WriteGathererOptions = Pick<TimezoneStore, 'setMany' | 'removeMany'> &
  Partial<
    Pick<
      BatchQueueOptions<Write, WriteResult>,
      | 'maxBatch'
      | 'maxBatches'
      | 'maxAlone'
      | 'maxPending'
      | 'deadlineMilliseconds'
      | 'abandonAfterMilliseconds'
      | 'captureContext'
    >
  >

/** At most; half of the largest bulk request. */
export const WRITES_PER_STATEMENT = 500

export function createWriteGatherer({
  setMany,
  removeMany,
  maxBatch = WRITES_PER_STATEMENT,
  // Two keep the database busy while a result is in transit.
  maxBatches = 2,
  // Each needs its own connection, and may wait for a locked row.
  maxAlone = 4,
  maxPending = 5000,
  ...timeouts
}: WriteGathererOptions): WriteGatherer {
  const writes = createBatchQueue<Write, WriteResult>({
    ...timeouts,
    run: (batch) => runWrites(batch, { setMany, removeMany }),
    // A delete reports whether there was a record, and a visibility outlasts later sets, so they cannot be merged.
    supersedes: (write, previous) =>
      isSet(write) && isSet(previous) && write.visibility === previous.visibility,
    isOrdered: true,
    maxBatch,
    maxBatches,
    runsAlone: (write) => write !== undefined && !isSet(write),
    maxAlone,
    maxPending,
  })

  return {
    set: (newTimezone) => writes.add(newTimezone.user.id, newTimezone).then(required),
    remove: (userId) => writes.add(userId, undefined).then((record) => record !== undefined),
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

function required(record: WriteResult): TimezoneRecord {
  if (record === undefined) throw new Error('An upsert returned no row')
  return record
}
