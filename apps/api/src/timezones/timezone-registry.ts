import type { TimezoneCache } from './timezone-cache.ts'
import type { TimezoneRecord, TimezoneStore, User } from './timezone-store.ts'
import type { ZoneName } from './zone-names.ts'

/** The registry's rules: writes go to the store and then drop the key everywhere; reads go to the cache first. */
export type TimezoneRegistry = {
  find(userId: string): Promise<TimezoneRecord | undefined>
  set(user: User, timezone: ZoneName): Promise<TimezoneRecord>
  /** True when there was a record. */
  remove(userId: string): Promise<boolean>
}

export function createTimezoneRegistry({
  store,
  cache,
}: {
  store: TimezoneStore
  cache: TimezoneCache
}): TimezoneRegistry {
  return {
    find: (userId) => cache.fetch(userId, store.find),
    // A write that failed may have been committed all the same: its answer was lost, not its effect.
    set: (user, timezone) => store.set(user, timezone).finally(() => cache.drop(user.id)),
    remove: (userId) => store.remove(userId).finally(() => cache.drop(userId)),
  }
}
