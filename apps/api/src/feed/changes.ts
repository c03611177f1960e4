import type { Database } from '@timezone-registry/db'
import { startPruner } from '../limiter.ts'
import type { Logger } from '../logger.ts'
import { type ChangeStore, createChangeStore } from './change-store.ts'
import { createEventStreams, type EventStreams } from './event-streams.ts'
import { startFeedWatch } from './held-feed.ts'
import type { Replica, Route } from './replica/replica.ts'
import type { Tail } from './tail.ts'

/** The change feed: stored, followed and pruned. */
export type Changes = {
  readonly store: ChangeStore
  readonly feed: EventStreams
} & Disposable

type ChangeReads = Pick<ChangeStore, 'findAfter' | 'findEnd'>

// Small enough that a statement takes a few milliseconds.
const BATCH_TOMBSTONES = 5000

/** The feed, as far as the replica has replayed it. */
function createReplicaChanges(primary: ChangeReads, route: Route<ChangeReads>): ChangeReads {
  return {
    // A replica may not have reached the cursor yet, or its incarnation.
    findAfter: async (cursor, limit) =>
      (await route((reader) => reader.findAfter(cursor, limit))) ?? primary.findAfter(cursor, limit),
    findEnd: () => route((reader) => reader.findEnd()),
  }
}

export function startChanges({
  database,
  replica,
  tail,
  retentionDays,
  logger,
}: {
  database: Database
  /** Undefined if everything is read from the database. */
  replica: Pick<Replica, 'route'> | undefined
  tail: Tail
  retentionDays: number
  logger: Logger
}): Changes {
  const primary = createChangeStore(database)
  const route = replica?.route<ChangeReads>(primary, createChangeStore)
  const store = route === undefined ? primary : { ...primary, ...createReplicaChanges(primary, route) }
  const feed = createEventStreams({ store, logger, onFollow: tail.wake })
  tail.listen({
    onPage: ({ settled }) => {
      if (settled.length > 0) feed.wake()
    },
    onReset: feed.wake,
    need: () => (feed.listeners > 0 ? 'quick' : 'rest'),
  })
  const watch = startFeedWatch({ database, logger })
  const pruner = startPruner('old tombstones', logger, async () => {
    await store.retireLog()
    return store.prune({ olderThanDays: retentionDays, limit: BATCH_TOMBSTONES })
  })
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
