import type { Readable } from 'node:stream'
import type { ZoneName } from '../zones/zone-names.ts'
import { createRecordLoader } from './record-loader.ts'
import type { CachedRecord, TimezoneCache } from './timezone-cache.ts'
import { createTimezoneList } from './timezone-list.ts'
import type { TimezoneRecord, TimezoneStore, User } from './timezone-store.ts'
import { createWriteGatherer } from './write-gatherer.ts'

/**
 * The registry's rules. A write goes to the store, then evicts the key on every instance; a read tries the cache first.
 * Everything but `streamAll` rejects with `Unavailable` or `Overloaded` within 3.5 s when the database does not answer.
 */
export type TimezoneRegistry = {
  find(userId: string): Promise<TimezoneRecord | undefined>
  /** Like `find`, with the entry that holds the record and the answer made from it. */
  findEntry(userId: string): Promise<CachedRecord>
  /** The cached entry, whose record is undefined for a user known to have none; undefined when nothing is cached. */
  peek(userId: string): CachedRecord | undefined
  /** One entry for each id, in the same order; undefined for a user without a record. */
  findMany(userIds: readonly string[]): Promise<(TimezoneRecord | undefined)[]>
  /** The map of all records, as JSON text. */
  streamAll(): Promise<Readable>
  set(user: User, timezone: ZoneName): Promise<TimezoneRecord>
  /** Resolves to true if there was a record. */
  remove(userId: string): Promise<boolean>
}

export function createTimezoneRegistry({
  store,
  cache,
}: {
  store: TimezoneStore
  cache: TimezoneCache
}): TimezoneRegistry {
  const { load } = createRecordLoader(store)
  const writes = createWriteGatherer(store)
  const list = createTimezoneList({ store })
  const findEntry = async (userId: string) => cache.peek(userId) ?? cache.fetch(userId, load)
  const find = async (userId: string) => (await findEntry(userId)).record

  return {
    find,
    findEntry,
    peek: cache.peek,
    streamAll: list.stream,
    findMany: (userIds) => Promise.all(userIds.map(find)),
    // A failed write may still have been committed, with only its answer lost.
    set: (user, timezone) => writes.set({ user, timezone }).finally(() => cache.drop(user.id)),
    remove: (userId) => writes.remove(userId).finally(() => cache.drop(userId)),
  }
}
