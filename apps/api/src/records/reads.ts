import { type BatchCounts, type BatcherOptions, createBatcher } from './batcher.ts'
import type { PlacedRecord, Visibility } from './record.ts'
import type { RecordStore } from './record-store.ts'

/** Reads records from the store; concurrent reads share a query. Caches no records. */
export type Reads = {
  /**
   * Resolves to undefined for a user who has no record, or one that is seen by fewer than `sight` says: the query leaves it
   * out, so it takes as long as no record. Rejects with `Unavailable` if the database does not respond,
   * with `Overloaded` if 50,000 reads are waiting.
   */
  load(userId: string, sight?: Visibility): Promise<PlacedRecord | undefined>
  counts(): BatchCounts
}

export type ReadsOptions = Pick<RecordStore, 'findMany'> &
  Partial<Omit<BatcherOptions<Visibility, PlacedRecord>, 'run'>>

export function createReads({ findMany, ...options }: ReadsOptions): Reads {
  const batcher = createBatcher<Visibility, PlacedRecord | undefined>({
    run: async (batch) => {
      const [sight] = batch.values()
      const records = await findMany([...batch.keys()], sight)
      return new Map(records.map((record) => [record.userId, record]))
    },
    kindOf: (sight) => sight,
    maxBatch: 500,
    // Enough to keep the database busy while a result is in transit.
    maxBatches: 4,
    // 500 lookups of 100 ids.
    maxPending: 50_000,
    ...options,
  })
  return { load: (userId, sight = 'unlisted') => batcher.add(userId, sight), counts: batcher.counts }
}
