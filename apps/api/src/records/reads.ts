import { type BatchCounts, type BatcherOptions, createBatcher } from './batcher.ts'
import type { PlacedRecord } from './record.ts'
import type { RecordStore } from './record-store.ts'

/** Reads records from the store; concurrent reads share a query. Caches no records. */
export type Reads = {
  /**
   * Resolves to undefined for a user who has no record. Rejects with `Unavailable` if the database does not respond,
   * with `Overloaded` if 50,000 reads are waiting.
   */
  load(userId: string): Promise<PlacedRecord | undefined>
  counts(): BatchCounts
}

export type ReadsOptions = Pick<RecordStore, 'findMany'> &
  Partial<Omit<BatcherOptions<null, PlacedRecord>, 'run'>>

export function createReads({ findMany, ...options }: ReadsOptions): Reads {
  const batcher = createBatcher<null, PlacedRecord | undefined>({
    run: async (batch) => {
      const records = await findMany([...batch.keys()])
      return new Map(records.map((record) => [record.userId, record]))
    },
    maxBatch: 500,
    // Enough to keep the database busy while a result is in transit.
    maxBatches: 4,
    // 500 lookups of 100 ids.
    maxPending: 50_000,
    ...options,
  })
  return { load: (userId) => batcher.add(userId, null), counts: batcher.counts }
}
