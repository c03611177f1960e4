import type { Readable } from 'node:stream'
import type { ReadSource } from '../feed/replica/replica.ts'
import type { BatchCounts, CaptureContext } from './batch-queue.ts'
import { type Condition, type ConditionalResult, createConditionalWrites } from './conditional-writes.ts'
import type { CacheCounts, CachedRecord, RecordCache } from './record-cache.ts'
import { createRecordLoader } from './record-loader.ts'
import { createTimezoneList } from './timezone-list.ts'
import type { NewTimezone, TimezoneRecord, TimezoneStore, Visibility } from './timezone-store.ts'
import { createWriteGatherer } from './write-gatherer.ts'

/**
 * The registry's rules, the same for every caller; `VisibleRecords` hides records from callers who may not see them. A write goes to
 * the store, then invalidates what is cached here; a read tries the cache first. All but `streamAll` reject with
 * `Unavailable` or `Overloaded` within 3.5 s if the database does not respond.
 */
export type TimezoneRegistry = {
  find(userId: string): Promise<TimezoneRecord | undefined>
  /** Like `find`, but resolves to the entry with the record and its response. */
  findEntry(userId: string): Promise<CachedRecord>
  /** Like `findEntry`, but reads the store, and caches nothing. */
  findFresh(userId: string, source?: ReadSource): Promise<CachedRecord>
  /** What strangers see, if it is cached. */
  peek(userId: string): CachedRecord | undefined
  /** The map of all public records, as JSON text. `caller` is the network that is counted. */
  streamAll(caller: string, source?: ReadSource): Promise<Readable>
  /** Rejects with `Unauthenticated`, and creates no record, if the user's session has ended. */
  set(newTimezone: NewTimezone): Promise<TimezoneRecord>
  /** Changes the name of the user's record, if there is one with another name. */
  rename(user: NewTimezone['user']): Promise<void>
  /** Resolves to true if there was a record. */
  remove(userId: string): Promise<boolean>
  /** Sets only if the condition holds, evaluated in the database, whichever instance writes. */
  setIf(condition: Condition, newTimezone: NewTimezone): Promise<ConditionalResult>
  /** Removes only if the condition holds; the result's record is the one that was removed. */
  removeIf(condition: Condition, userId: string): Promise<ConditionalResult>
  /**
   * Changes who sees the record, and nothing else about it, if the condition holds. Without a record, the condition is
   * not evaluated, and the result has none.
   */
  setVisibilityIf(condition: Condition, userId: string, visibility: Visibility): Promise<ConditionalResult>
  /** Runs other work that changes a user's record, in order with that user's writes, then invalidates what is cached of the user. */
  runInTurn<Outcome>(userId: string, work: () => Promise<Outcome>): Promise<Outcome>
  counts(): RegistryCounts
}

/** The state of the cache and of the queues in front of the database. */
type RegistryCounts = { cache: CacheCounts; reads: BatchCounts; writes: BatchCounts }

type RegistryParts = {
  store: TimezoneStore
  cache: RecordCache
  /** Called with the users of each write, whether it succeeded or not, before what is cached of them is invalidated. */
  onWritten?: ((userIds: readonly string[]) => void) | undefined
  /** Given if statements are traced. */
  captureContext?: CaptureContext | undefined
}

export function createTimezoneRegistry(parts: RegistryParts): TimezoneRegistry {
  const { store, cache, onWritten = () => {}, captureContext } = parts
  const reads = createRecordLoader({ ...store, captureContext })
  /**
   * Invalidates when the write itself has ended: its caller may have timed out before, and a failed write may still have been
   * committed if only its result was lost.
   */
  const invalidateAfter = <Result>(userIds: readonly string[], write: Promise<Result>) =>
    write.finally(() => {
      onWritten(userIds)
      for (const userId of userIds) cache.invalidate(userId)
    })
  const writes = createWriteGatherer({
    setMany: (sets) => invalidateAfter(sets.map(idOf), store.setMany(sets)),
    removeMany: (userIds) => invalidateAfter(userIds, store.removeMany(userIds)),
    captureContext,
  })
  const conditional = createConditionalWrites(store)
  const findEntry = (userId: string) => cache.fetch(userId, reads.load)
  const runInTurn: TimezoneRegistry['runInTurn'] = (userId, work) =>
    writes.runInTurn(userId, () => invalidateAfter([userId], work()))

  const setIf: TimezoneRegistry['setIf'] = (condition, newTimezone) =>
    runInTurn(newTimezone.user.id, () => conditional.set(condition, newTimezone))

  const setInSession = async (newTimezone: NewTimezone) => {
    const { record } = await setIf(() => true, newTimezone)
    if (record === undefined) throw new Error('A set without a condition was refused')
    return record
  }

  return {
    find: async (userId) => (await findEntry(userId)).record,
    findEntry,
    findFresh: async (userId, source) => ({ record: await reads.load(userId, source), answer: undefined }),
    peek: cache.peek,
    streamAll: createTimezoneList({ store }).stream,
    set: (newTimezone) =>
      newTimezone.user.session === undefined ? writes.set(newTimezone) : setInSession(newTimezone),
    rename: (user) => runInTurn(user.id, () => store.rename(user)),
    remove: writes.remove,
    setIf,
    removeIf: (condition, userId) => runInTurn(userId, () => conditional.remove(condition, userId)),
    setVisibilityIf: (condition, userId, visibility) =>
      runInTurn(userId, () => conditional.setVisibility(condition, userId, visibility)),
    runInTurn,
    counts: () => ({ cache: cache.counts(), reads: reads.counts(), writes: writes.counts() }),
  }
}

function idOf({ user }: NewTimezone): string {
  return user.id
}
