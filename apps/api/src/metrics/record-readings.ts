import { METRIC_PREFIX, type Reading } from './reading.ts'

/** The counts of the cache and of the queues in front of the database. */
export type RegistryCounts = {
  cache: { entries: number; bytes: number; hits: number; misses: number }
  reads: BatchCounts
  writes: BatchCounts
}

type BatchCounts = { pending: number; batches: number; jobs: number }

type Source = { registry(): RegistryCounts }

export function recordGauges({ registry }: Source): Reading[] {
  return [
    {
      name: `${METRIC_PREFIX}cache_entries`,
      help: 'Records in the cache, including users known to have none.',
      read: () => [{ value: registry().cache.entries }],
    },
    {
      name: `${METRIC_PREFIX}cache_bytes`,
      help: 'The approximate size of the cache.',
      read: () => [{ value: registry().cache.bytes }],
    },
    {
      name: `${METRIC_PREFIX}batch_pending`,
      help: 'Reads and writes that wait for the database.',
      labelNames: ['queue'],
      read: () => [
        { labels: { queue: 'reads' }, value: registry().reads.pending },
        { labels: { queue: 'writes' }, value: registry().writes.pending },
      ],
    },
  ]
}

export function recordCounters({ registry }: Source): Reading[] {
  const ofQueues = (count: 'batches' | 'jobs') => () => {
    const { reads, writes } = registry()
    return [
      { labels: { queue: 'reads' }, value: reads[count] },
      { labels: { queue: 'writes' }, value: writes[count] },
    ]
  }
  return [
    {
      name: `${METRIC_PREFIX}cache_reads_total`,
      help: 'Reads of the cache by result.',
      labelNames: ['result'],
      read: () => {
        const { hits, misses } = registry().cache
        return [
          { labels: { result: 'hit' }, value: hits },
          { labels: { result: 'miss' }, value: misses },
        ]
      },
    },
    {
      name: `${METRIC_PREFIX}batches_total`,
      help: 'Statements that ran reads and writes in batches.',
      labelNames: ['queue'],
      read: ofQueues('batches'),
    },
    {
      name: `${METRIC_PREFIX}batched_jobs_total`,
      help: 'Reads and writes in these statements; divided by the number of statements, this is the batch size.',
      labelNames: ['queue'],
      read: ofQueues('jobs'),
    },
  ]
}
