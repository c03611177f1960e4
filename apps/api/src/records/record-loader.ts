import type { ReadSource } from '../feed/replica/replica.ts'
import { type BatchCounts, type BatchQueueOptions, createBatchQueue } from './batch-queue.ts'
import type { PlacedRecord, TimezoneStore } from './timezone-store.ts'

/** Reads records from the store; concurrent reads share a query. Caches no records. */
export type RecordLoader = {
  /**
   * Resolves to undefined for a user who has no record. Rejects with `Unavailable` after 3.3 s without a result, with
   * `Overloaded` if 50,000 reads are waiting.
   */
  load(userId: string, source?: ReadSource): Promise<PlacedRecord | undefined>
  counts(): BatchCounts
}

type LoadedRecord = PlacedRecord | undefined
export type RecordLoaderOptions = Pick<TimezoneStore, 'findMany'> &
  Pick<
    Partial<BatchQueueOptions<string, LoadedRecord>>,
    'deadlineMilliseconds' | 'abandonAfterMilliseconds' | 'captureContext'
  >

export function createRecordLoader({ findMany, ...timeouts }: RecordLoaderOptions): RecordLoader {
  const createQueue = (source: ReadSource) =>
    createBatchQueue<string, LoadedRecord>({
      ...timeouts,
      run: async (batch) => {
        const ids = batch.map(({ job }) => job)
        const records = await findMany(ids, source)
        const found = new Map(records.map((record) => [record.userId, record]))
        for (const { job, resolve } of batch) resolve(found.get(job))
      },
      supersedes: () => true,
      isOrdered: false,
      maxBatch: 500,
      // Enough to keep the database busy while a result is in transit.
      maxBatches: 4,
      // 500 lookups of 100 ids.
      maxPending: 50_000,
    })
  // Separate, so that a primary that does not answer holds up no reads from the replica.
  const queues = { either: createQueue('either'), primary: createQueue('primary') }
  return {
    load: (userId, source = 'either') => queues[source].add(userId, userId),
    counts: () => add(queues.either.counts(), queues.primary.counts()),
  }
}

function add(a: BatchCounts, b: BatchCounts): BatchCounts {
  return { pending: a.pending + b.pending, batches: a.batches + b.batches, jobs: a.jobs + b.jobs }
}
