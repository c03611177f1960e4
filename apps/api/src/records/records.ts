import type { Database } from '@timezone-registry/db'
import type { DropChannel } from '../broadcast/channel.ts'
import { createTimezoneCache } from './timezone-cache.ts'
import { createTimezoneRegistry, type TimezoneRegistry } from './timezone-registry.ts'
import { createTimezoneStats, type TimezoneStats } from './timezone-stats.ts'
import { createTimezoneStore } from './timezone-store.ts'

/** The records: their rules, and counts over all of them. */
export type Records = { readonly registry: TimezoneRegistry; readonly stats: TimezoneStats }

export function createRecords({ database, channel }: { database: Database; channel: DropChannel }): Records {
  const store = createTimezoneStore(database)
  return {
    registry: createTimezoneRegistry({ store, cache: createTimezoneCache({ channel }) }),
    stats: createTimezoneStats({ store }),
  }
}
