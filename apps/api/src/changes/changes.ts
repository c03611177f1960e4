import type { Database } from '@timezone-registry/db'
import type { DropChannel } from '../broadcast/channel.ts'
import type { Logger } from '../logger.ts'
import { type ChangeFeed, createChangeFeed } from './change-feed.ts'
import { startChangePruner } from './change-pruner.ts'
import { type ChangeStore, createChangeStore } from './change-store.ts'
import { formatCursor } from './cursor.ts'

/** The change feed: stored, followed and pruned. */
export type Changes = {
  readonly store: ChangeStore
  readonly feed: ChangeFeed
  /** The state of all records: `version` differs whenever they do, and the feed continues from `changesCursor`. */
  findListState(): Promise<{ version: string; changesCursor: string }>
} & Disposable

export function startChanges({
  database,
  channel,
  retentionDays,
  logger,
}: {
  database: Database
  channel: DropChannel
  retentionDays: number
  logger: Logger
}): Changes {
  const store = createChangeStore(database)
  const feed = createChangeFeed({ store, logger })
  channel.listen({ onDrop: () => feed.wake(), onLive: () => feed.wake() })
  const pruner = startChangePruner({ store, retentionDays, logger })
  return {
    store,
    feed,
    findListState: async () => {
      const { version, end } = await store.findState()
      return { version, changesCursor: formatCursor(end) }
    },
    [Symbol.dispose]: () => {
      pruner[Symbol.dispose]()
      feed.close()
    },
  }
}
