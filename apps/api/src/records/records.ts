import { AsyncLocalStorage } from 'node:async_hooks'
import type { Database } from '@timezone-registry/db'
import type { DropChannel } from '../broadcast/channel.ts'
import type { Replica } from '../replica/replica.ts'
import { createReplicaReads, type Reads } from './replica-reads.ts'
import { createFindByName } from './search-queries.ts'
import { createTimezoneCache, type Follow } from './timezone-cache.ts'
import { createTimezoneRegistry, type TimezoneRegistry } from './timezone-registry.ts'
import { createTimezoneSearch, type TimezoneSearch } from './timezone-search.ts'
import { createTimezoneStats, type TimezoneStats } from './timezone-stats.ts'
import { createTimezoneStore, type Visibility } from './timezone-store.ts'

/** The records: their rules, statistics, and name search. */
export type Records = {
  readonly registry: TimezoneRegistry
  readonly stats: TimezoneStats
  readonly search: TimezoneSearch
}

type RecordsOptions = {
  database: Database
  /** Undefined if everything is read from the database. */
  replica: Replica | undefined
  channel: DropChannel
  /** The visibility of new records. */
  defaultVisibility: Visibility
  /** Whether statements are attributed to requests, which costs each request a little. */
  isTraced: boolean
  positions: { note(position: number): void }
}

export function createRecords(options: RecordsOptions): Records {
  const { database, replica, channel, defaultVisibility, isTraced, positions } = options
  const primary = createTimezoneStore(database, { defaultVisibility, onWritten: positions.note })
  const findByName = createFindByName(database)
  const reads = replica && createReads(replica, { ...primary, findByName })
  const store = { ...primary, ...reads }
  return {
    registry: createTimezoneRegistry({
      store,
      cache: createTimezoneCache({
        channel,
        follow: replica && createFollow(replica, options),
        unfollowedMilliseconds: replica && Math.min(MAX_UNFOLLOWED_SECONDS, replica.maxLagSeconds) * 1000,
      }),
      captureContext: isTraced ? AsyncLocalStorage.snapshot : undefined,
    }),
    stats: createTimezoneStats({ store }),
    search: createTimezoneSearch({ findByName: reads?.findByName ?? findByName }),
  }
}

// Less than the time for which reads with a position bypass the cache.
const MAX_UNFOLLOWED_SECONDS = 5

function createReads(replica: Replica, primary: Reads): Reads {
  const create = (database: Database): Reads => ({
    ...createTimezoneStore(database),
    findByName: createFindByName(database),
  })
  return createReplicaReads({ primary, route: replica.route(primary, create), isRecent: replica.isRecent })
}

/**
 * The feed of the replica, which evicts what was cached, shows only public records. While the replica is not used because
 * it is behind, its feed is as well, and other regions send no messages.
 */
function createFollow(replica: Replica, { defaultVisibility }: RecordsOptions): Follow {
  const canAppearUnseen = defaultVisibility !== 'public'
  return (userId) => {
    // With synchronous replication, the standby replays a commit, and evicts the record, before the primary shows it.
    const comesFromPrimary = replica.isRecent(userId)
    return (record) => {
      if (comesFromPrimary || !replica.state().isUsed) return false
      return record === undefined ? !canAppearUnseen : record.visibility === 'public'
    }
  }
}
