import type { Database } from '@timezone-registry/db'
import type { Logger } from '../logger.ts'
import { startPruner } from '../pruner.ts'
import { watchBlockingTransactions } from './blocking-transaction.ts'
import { type ChangeStore, createChangeStore } from './change-store.ts'
import { createEventStreams, type EventStreams } from './event-streams.ts'
import type { Tail } from './tail.ts'

/** The change feed: stored, followed and pruned. */
export type Changes = {
  readonly store: ChangeStore
  readonly feed: EventStreams
} & Disposable

// Small enough that a statement takes a few milliseconds.
const BATCH_TOMBSTONES = 5000

export function startChanges({
  database,
  tail,
  retentionDays,
  logger,
}: {
  database: Database
  tail: Tail
  retentionDays: number
  logger: Logger
}): Changes {
  const store = createChangeStore(database)
  const feed = createEventStreams({ store, logger, onFollow: tail.wake })
  tail.listen({
    onPage: ({ settled }) => {
      if (settled.length > 0) feed.wake()
    },
    onReset: feed.wake,
    need: () => (feed.listeners > 0 ? 'quick' : 'rest'),
  })
  const watch = watchBlockingTransactions({ database, logger })
  const pruner = startPruner('old tombstones', logger, () =>
    store.prune({ olderThanDays: retentionDays, limit: BATCH_TOMBSTONES }),
  )
  return {
    store,
    feed,
    [Symbol.dispose]: () => {
      watch[Symbol.dispose]()
      pruner[Symbol.dispose]()
      feed.close()
    },
  }
}
