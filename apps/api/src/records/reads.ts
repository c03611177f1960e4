import type { ReadSource } from '../feed/replica/write-position.ts'
import { type BatchCounts, type BatcherOptions, createBatcher } from './batcher.ts'
import type { PlacedRecord } from './record.ts'
import type { RecordStore } from './record-store.ts'

/** Reads records from the store; concurrent reads share a query. Caches no records. */
export type Reads = {
  /**
   * Resolves to undefined for a user who has no record. Rejects with `Unavailable` if the database does not respond,
   * with `Overloaded` if 50,000 reads are waiting.
   */
  load(userId: string, source?: ReadSource): Promise<PlacedRecord | undefined>
  counts(): BatchCounts
}

export type ReadsOptions = Pick<RecordStore, 'findMany'> &
  Partial<Omit<BatcherOptions<null, PlacedRecord>, 'run'>>

export function createReads({ findMany, ...options }: ReadsOptions): Reads {
  const createQueue = (source: ReadSource) =>
    createBatcher<null, PlacedRecord | undefined>({
      run: async (batch) => {
        const records = await findMany([...batch.keys()], source)
        return new Map(records.map((record) => [record.userId, record]))
      },
      maxBatch: 500,
      // Enough to keep the database busy while a result is in transit.
      maxBatches: 4,
      // 500 lookups of 100 ids.
      maxPending: 50_000,
      ...options,
    })
  // Separate, so that a primary that does not answer holds up no reads from the replica.
  const queues = { either: createQueue('either'), primary: createQueue('primary') }
  return {
    load: (userId, source = 'either') => queues[source].add(userId, null),
    counts: () => {
      const [a, b] = [queues.either.counts(), queues.primary.counts()]
      return { pending: a.pending + b.pending, batches: a.batches + b.batches, jobs: a.jobs + b.jobs }
    },
  }
}
