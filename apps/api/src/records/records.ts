import { AsyncLocalStorage } from 'node:async_hooks'
import type { Database } from '@timezone-registry/db'
import type { DropChannel } from '../broadcast/channel.ts'
import { createFindByName } from './search-queries.ts'
import { createTimezoneCache } from './timezone-cache.ts'
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

export function createRecords({
  database,
  channel,
  defaultVisibility,
  isTraced,
}: {
  database: Database
  channel: DropChannel
  /** The visibility of new records. */
  defaultVisibility: Visibility
  /** Whether statements are attributed to requests, which costs each request a little. */
  isTraced: boolean
}): Records {
  const store = createTimezoneStore(database, { defaultVisibility })
  return {
    registry: createTimezoneRegistry({
      store,
      cache: createTimezoneCache({ channel }),
      captureContext: isTraced ? AsyncLocalStorage.snapshot : undefined,
    }),
    stats: createTimezoneStats({ store }),
    search: createTimezoneSearch({ findByName: createFindByName(database) }),
  }
}
