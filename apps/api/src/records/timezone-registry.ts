import type { Readable } from 'node:stream'
import type { ZoneName } from '../zones/zone-names.ts'
import { createRecordLoader } from './record-loader.ts'
import { createSetGatherer } from './set-gatherer.ts'
import type { TimezoneCache } from './timezone-cache.ts'
import { createTimezoneList } from './timezone-list.ts'
import type { TimezoneRecord, TimezoneStore, User } from './timezone-store.ts'

/** The registry's rules: writes go to the store and then drop the key everywhere; reads go to the cache first. */
export type TimezoneRegistry = {
  find(userId: string): Promise<TimezoneRecord | undefined>
  /** The record as it is cached now; undefined where that is not known. */
  peek(userId: string): TimezoneRecord | undefined
  /** One entry for each id, in the same order; undefined for those who have no record. */
  findMany(userIds: readonly string[]): Promise<(TimezoneRecord | undefined)[]>
  /** The map of all records, as JSON text. */
  streamAll(): Promise<Readable>
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
  const loader = createRecordLoader(store)
  const gatherer = createSetGatherer(store)
  const list = createTimezoneList({ store })
  const find = (userId: string) => cache.fetch(userId, (missed) => loader.load(missed))

  return {
    find,
    peek: cache.peek,
    streamAll: list.stream,
    findMany: (userIds) => Promise.all(userIds.map((userId) => cache.peek(userId) ?? find(userId))),
    // A write that failed may have been committed all the same: its answer was lost, not its effect.
    set: (user, timezone) => gatherer.set({ user, timezone }).finally(() => cache.drop(user.id)),
    remove: (userId) => store.remove(userId).finally(() => cache.drop(userId)),
  }
}
