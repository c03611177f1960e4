import { Overloaded } from '../errors.ts'
import { limit } from '../limiter.ts'
import type { BatchCounts } from './batcher.ts'
import { createReads } from './reads.ts'
import type { Decide, Decided, NewTimezone, TimezoneRecord, Visibility } from './record.ts'
import type { CacheCounts, CachedRecord, RecordCache } from './record-cache.ts'
import type { RecordStore } from './record-store.ts'
import { createWrites, toDomainError } from './writes.ts'

/**
 * The registry's rules, the same for every caller; `VisibleRecords` hides records from callers who may not see them. A write goes to
 * the store, then invalidates what is cached here; a read tries the cache first. All reject with `Unavailable` or
 * `Overloaded` within 3.5 s if the database does not respond.
 */
export type RecordRegistry = {
  /** The record as strangers see it who know the id. */
  find(userId: string): Promise<TimezoneRecord | undefined>
  /** Like `find`, but resolves to the entry with the record and its response. */
  findEntry(userId: string): Promise<CachedRecord>
  /**
   * Always reads the store: it shows every write that was answered before. Takes a record that is seen by fewer than `sight`
   * says for missing.
   */
  findFresh(userId: string, sight: Visibility): Promise<CachedRecord>
  /** What strangers see, if it is cached. */
  peek(userId: string): CachedRecord | undefined
  /** Rejects with `Unauthenticated`, and creates no record, if the user's session has ended. */
  set(newTimezone: NewTimezone): Promise<TimezoneRecord>
  /** Resolves to true if there was a record. */
  remove(userId: string): Promise<boolean>
  /**
   * Decides on the record as it is in the database, whichever instance writes, and makes the change. Rejects with
   * `Unauthenticated`, and writes nothing, if the user's session has ended.
   */
  change(user: Pick<NewTimezone['user'], 'id' | 'session'>, decide: Decide): Promise<Decided>
  /** Runs other work that changes a user's record, then invalidates what is cached of the user. */
  invalidateAfter<Outcome>(userId: string, work: () => Promise<Outcome>): Promise<Outcome>
  counts(): RegistryCounts
}

/** The state of the cache and of the queues in front of the database. */
type RegistryCounts = { cache: CacheCounts; reads: BatchCounts; writes: BatchCounts }

type RegistryParts = {
  store: RecordStore
  cache: RecordCache
}

// Each needs its own connection, and may wait for a locked row.
const CHANGES = { atOnce: 4, timeoutMs: 3000, tooMany }

export function createRecordRegistry(parts: RegistryParts): RecordRegistry {
  const { store, cache } = parts
  const reads = createReads(store)
  const changes = limit(CHANGES)
  /**
   * Invalidates when the write itself has ended: its caller may have timed out before, and a failed write may still have been
   * committed if only its result was lost.
   */
  const invalidateAfter = <Result>(userIds: readonly string[], write: Promise<Result>) =>
    write.finally(() => userIds.forEach(cache.invalidate))
  const writes = createWrites({
    setMany: (sets) => invalidateAfter(sets.map(idOf), store.setMany(sets)),
    removeMany: (userIds) => invalidateAfter(userIds, store.removeMany(userIds)),
  })
  const change: RecordRegistry['change'] = (user, decide) =>
    changes.run(() => invalidateAfter([user.id], store.change(user, decide)).catch(toDomainError))
  const findEntry = (userId: string) => cache.fetch(userId, (id) => reads.load(id))

  return {
    find: async (userId) => (await findEntry(userId)).record,
    findEntry,
    findFresh: (userId, sight) => cache.fetchFresh(userId, (id) => reads.load(id, sight)),
    peek: cache.peek,
    set: (newTimezone) =>
      newTimezone.user.session === undefined ? writes.set(newTimezone) : setInSession(newTimezone, change),
    remove: writes.remove,
    change,
    invalidateAfter: (userId, work) => invalidateAfter([userId], work()),
    counts: () => ({ cache: cache.counts(), reads: reads.counts(), writes: writes.counts() }),
  }
}

async function setInSession(
  { user, ...values }: NewTimezone,
  change: RecordRegistry['change'],
): Promise<TimezoneRecord> {
  const { record } = await change(user, () => ({ username: user.username, ...values }))
  if (record === undefined) throw new Error('A set without a condition was refused')
  return record
}

function tooMany(): Error {
  return new Overloaded('Too many changes are waiting. Try again in a moment.', { retryAfterSeconds: 1 })
}

function idOf({ user }: NewTimezone): string {
  return user.id
}
