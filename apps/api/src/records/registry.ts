import { type BatchCounts, createBatcher } from '../batcher.ts'
import { sessionEnded } from '../errors.ts'
import { createSemaphore } from '../semaphore.ts'
import type {
  Decided,
  ExpectingTimezone,
  NewTimezone,
  PlacedRecord,
  TimezoneRecord,
  Visibility,
} from './record.ts'
import type { CacheCounts, CachedRecord, RecordCache } from './record-cache.ts'
import type { RecordStore } from './record-store.ts'
import { createWrites, rethrow } from './writes.ts'

/**
 * The registry's rules, the same for every caller; `VisibleRecords` hides records from callers who may not see them. A
 * write goes to the store, then invalidates what is cached here; a read tries the cache first. All reject with
 * `Unavailable` or `Overloaded` if the database does not respond in time.
 */
export type RecordRegistry = {
  /**
   * The record as strangers see it who know the id, with its response; for those who see more only if strangers see none, so
   * that they fill the cache, too.
   */
  find(userId: string, sight?: 'unlisted' | 'private'): Promise<CachedRecord>
  /**
   * Always reads the store: it shows every write that was answered before. Treats a record as missing if fewer see it than
   * `sight` says.
   */
  findFresh(userId: string, sight: Visibility): Promise<CachedRecord>
  /** The public record, if it is cached. */
  peek(userId: string): CachedRecord | undefined
  /**
   * Resolves to the committed record: this value, or a later one of the same session that replaced it before the write. Rejects
   * with `Unauthenticated`, and writes nothing, if the user's session has ended.
   */
  set(newTimezone: NewTimezone): Promise<TimezoneRecord>
  /** Like `set`, if the condition holds for what is stored. It is called once or twice. */
  setIf(newTimezone: NewTimezone, isMet: (current: TimezoneRecord | undefined) => boolean): Promise<Decided>
  /** Resolves to true if there was a record. */
  remove(userId: string): Promise<boolean>
  /**
   * Decides on the record as it is in the database, whichever instance writes, and makes the change. Rejects with
   * `Unauthenticated`, and writes nothing, if the user's session has ended.
   */
  change: RecordStore['change']
  /** Writes the name to the user's record, if they have one with another name. */
  takeOverName(userId: string, username: string): Promise<void>
  counts(): { cache: CacheCounts; reads: BatchCounts; writes: BatchCounts }
}

type RegistryParts = {
  store: RecordStore
  cache: RecordCache
}

// Each needs its own connection, and may wait for a locked row.
const CHANGES = { atOnce: 4, timeoutMs: 3000 }

export function createRecordRegistry({ store, cache }: RegistryParts): RecordRegistry {
  const changes = createSemaphore(CHANGES)
  /**
   * Invalidates when the write itself has ended: its caller may have timed out before, and a failed write may still have been
   * committed if only its result was lost.
   */
  const invalidateAfter = <Result>(userIds: readonly string[], write: Promise<Result>) =>
    write.finally(() => userIds.forEach(cache.invalidate))
  const reads = createReads(store)
  const writes = createWrites({
    setMany: (sets) => invalidateAfter(sets.map(idOf), store.setMany(sets)),
    removeMany: (userIds) => invalidateAfter(userIds, store.removeMany(userIds)),
  })
  const change: RecordRegistry['change'] = (user, ...how) =>
    changes.run(() => invalidateAfter([user.id], store.change(user, ...how)).catch(rethrow))
  const findFresh: RecordRegistry['findFresh'] = (userId, sight) =>
    cache.findFresh(userId, (id) => reads.add(id, sight))
  const find: RecordRegistry['find'] = async (userId, sight = 'unlisted') => {
    const seen = await cache.find(userId, (id) => reads.add(id, 'unlisted'))
    return sight === 'private' && seen.record === undefined ? findFresh(userId, sight) : seen
  }
  const add = (write: ExpectingTimezone) => writes.add(idOf(write), write)

  return {
    find,
    findFresh,
    peek: cache.peek,
    set: async (newTimezone) => (await add(newTimezone)) ?? throwUnwritten(newTimezone),
    setIf: createSetIf({ add, change, find }),
    remove: async (userId) => (await writes.add(userId, 'removal')) !== undefined,
    change,
    takeOverName: async (userId, username) => {
      const { record } = await findFresh(userId, 'private')
      if (record === undefined || record.username === username) return
      await change({ id: userId }, (current) => current && { username })
    },
    counts: () => ({ cache: cache.counts(), reads: reads.counts(), writes: writes.counts() }),
  }
}

/**
 * The queue of reads from the store, by user. Concurrent ones share a query. It leaves out a record that is seen by fewer than
 * the read says, so that it takes as long as no record.
 */
function createReads({ findMany }: RecordStore) {
  return createBatcher<Visibility, PlacedRecord | undefined>({
    run: async (batch) => {
      const [sight] = batch.values()
      const records = await findMany([...batch.keys()], sight)
      return new Map(records.map((record) => [record.userId, record]))
    },
    kindOf: (sight) => sight,
    maxBatch: 500,
    // Enough to keep the database busy while a result is in transit.
    maxBatches: 4,
    // 500 lookups of 100 ids.
    maxPending: 50_000,
  })
}

type SetIfParts = Pick<RecordRegistry, 'change' | 'find'> & {
  add: (write: ExpectingTimezone) => Promise<TimezoneRecord | undefined>
}

/** Checks the condition first, and lets the statement compare what it was checked with; only otherwise, locks the record. */
function createSetIf({ add, change, find }: SetIfParts): RecordRegistry['setIf'] {
  return async (newTimezone, isMet) => {
    const { user, keepsPrivate, ...values } = newTimezone
    const known = isMet(undefined) ? undefined : (await find(user.id, 'private')).record
    if (isMet(known)) {
      const record = await add({ ...newTimezone, expected: known ?? 'nothing' })
      if (record !== undefined) return { isRefused: false, record }
    }
    const { username } = user
    return change(user, (current) => {
      if (!isMet(current)) return undefined
      const isKept = keepsPrivate && current?.visibility === 'private'
      return { username, ...values, ...(isKept && { visibility: 'private' }) }
    })
  }
}

function throwUnwritten({ user }: NewTimezone): never {
  if (user.session === undefined) throw new Error('An upsert returned no row')
  throw sessionEnded()
}

function idOf({ user }: NewTimezone): string {
  return user.id
}
