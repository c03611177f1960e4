import { LRUCache } from 'lru-cache'
import { withDeadline } from '../deadline.ts'
import type { Place } from '../feed/cursor.ts'
import { CURRENT_MILLISECONDS, type Tail, type TailListener } from '../feed/tail.ts'
import type { ResponseMemo } from '../http/response.ts'
import type { PlacedRecord } from './record.ts'

/**
 * A user's state. Every reader of a cached one gets the same object until it is invalidated, so a response stored here is
 * invalidated with its record.
 */
export type CachedRecord = {
  /** Undefined if the user has no record. */
  readonly record: PlacedRecord | undefined
  /** Undefined until the second read: most records of a large registry are evicted before it. */
  answer: ResponseMemo | undefined
}

type Load = (userId: string) => Promise<PlacedRecord | undefined>

/** Records by user id: the most recently read that fit into about `maxBytes`. */
export type RecordCache = {
  /**
   * The public record that is cached, or else the result of `load`; concurrent readers of a user share one load. While
   * the database does not answer, a record that is cached is returned until it may be five seconds old.
   */
  find(userId: string, load: Load): Promise<CachedRecord>
  /** The result of `load`. What is cached and says something else is forgotten, so that nobody is shown it afterwards. */
  findFresh(userId: string, load: Load): Promise<CachedRecord>
  /** The public record, if it is cached. */
  peek(userId: string): CachedRecord | undefined
  /** The user's record was written: forgets it, and keeps the results of loads in progress out. Never throws. */
  invalidate(userId: string): void
  counts(): CacheCounts
}

/** `hits` and `misses` since the start; a miss is a read from the store. */
export type CacheCounts = { entries: number; bytes: number; hits: number; misses: number }

type RecordCacheOptions = {
  tail: Pick<Tail, 'listen' | 'age' | 'wake'>
  maxBytes?: number
}

// While changes may have gone unnoticed: how old a cached record may be, and how long the database has to answer first.
const MAX_STALE_MILLISECONDS = 5000
const STALE_READ_MILLISECONDS = 300
// Without a read for so long, the feed is not followed.
const IDLE_MILLISECONDS = 60_000

/** Every change that the tail announces invalidates what is cached of the user, except the very version that it names. */
export function createRecordCache({ tail, maxBytes }: RecordCacheOptions): RecordCache {
  const entries = createEntries(maxBytes)
  const counts = { hits: 0, misses: 0 }
  const { loadEntry, findFresh, findOrStale } = createLoads({ entries, tail, counts })
  let readAt = Number.NEGATIVE_INFINITY
  tail.listen(createListener(entries, () => performance.now() - readAt < IDLE_MILLISECONDS))

  return {
    find: (userId, load) => {
      readAt = performance.now()
      const known = entries.get(userId)
      const age = tail.age()
      if (age > CURRENT_MILLISECONDS) {
        tail.wake()
        const isUsable = age <= MAX_STALE_MILLISECONDS && known !== undefined && !(known instanceof Promise)
        return isUsable ? findOrStale(userId, load, known) : findFresh(userId, load)
      }
      if (known !== undefined) return Promise.resolve(known)
      return entries.fill(userId, () => loadEntry(userId, load))
    },
    findFresh,
    peek: (userId) => {
      if (tail.age() > CURRENT_MILLISECONDS) return undefined
      const entry = entries.get(userId)
      if (entry === undefined || entry instanceof Promise) return undefined
      readAt = performance.now()
      counts.hits += 1
      entry.answer ??= {}
      return entry
    },
    invalidate: (userId) => {
      entries.delete(userId)
      // The embedded database is not polled.
      tail.wake()
    },
    counts: () => ({ ...counts, ...entries.counts() }),
  }
}

function createLoads({
  entries,
  tail,
  counts,
}: {
  entries: Entries
  tail: Pick<Tail, 'age'>
  counts: { misses: number }
}) {
  async function loadEntry(userId: string, load: Load): Promise<CachedRecord> {
    counts.misses += 1
    return { record: await load(userId), answer: undefined }
  }

  async function findFresh(userId: string, load: Load): Promise<CachedRecord> {
    const entry = await loadEntry(userId, load)
    entries.invalidateUnless({ userId, place: entry.record })
    return entry
  }

  async function findOrStale(userId: string, load: Load, known: CachedRecord): Promise<CachedRecord> {
    try {
      return await withDeadline(STALE_READ_MILLISECONDS, () => findFresh(userId, load))
    } catch (error) {
      if (tail.age() > MAX_STALE_MILLISECONDS || entries.get(userId) !== known) throw error
      return known
    }
  }

  return { loadEntry, findFresh, findOrStale }
}

function createListener(entries: Entries, isRead: () => boolean): TailListener {
  return {
    onPage: ({ settled, unsettled }) => {
      for (const change of [...settled, ...unsettled]) entries.invalidateUnless(change)
    },
    onReset: entries.clear,
    need: () => {
      if (isRead()) return 'steady'
      entries.clear()
      return 'rest'
    },
  }
}

type Entries = ReturnType<typeof createEntries>

/** What is cached of a user. A load in progress takes its user's place, so that readers share it. */
type Entry = Promise<CachedRecord> | CachedRecord

function createEntries(maxBytes = 72 * 1024 * 1024) {
  const entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    sizeCalculation: (entry, userId) => bytesOf(userId, entry instanceof Promise ? undefined : entry),
  })
  return {
    get: (userId: string) => entries.get(userId),
    /**
     * The result is cached unless the user is deleted here before the load ends. Only a public record: others have no place
     * in the feed, so nobody would learn that one has appeared or changed.
     */
    fill: (userId: string, load: () => Promise<CachedRecord>): Promise<CachedRecord> => {
      const loading = load()
      entries.set(userId, loading)
      const store = (entry?: CachedRecord) => {
        if (entries.peek(userId) !== loading) return
        if (entry?.record?.visibility === 'public') entries.set(userId, entry)
        else entries.delete(userId)
      }
      loading.then(store, () => store())
      return loading
    },
    // Before they are settled, the places of one user's versions are not ordered by time, so only equality counts.
    invalidateUnless: ({ userId, place }: { userId: string; place: Place | undefined }) => {
      const entry = entries.peek(userId)
      if (entry === undefined) return
      if (entry instanceof Promise || !isSameVersion(entry.record, place)) entries.delete(userId)
    },
    delete: (userId: string) => void entries.delete(userId),
    clear: () => entries.clear(),
    counts: () => ({ entries: entries.size, bytes: entries.calculatedSize }),
  }
}

function isSameVersion(record: PlacedRecord | undefined, place: Place | undefined): boolean {
  return record !== undefined && record.ord === place?.ord && record.position === place.position
}

// As measured, and rounded up: the entry and its place in the list that orders them; a record with the response that is
// kept with it.
const ENTRY_BYTES = 160
const RECORD_BYTES = 520
// Texts of any length occur in the record and in the response's text, whose characters take two bytes each if one of them is
// not Latin; quotation marks are escaped in it, and an availability is up to three times as long.
const BYTES_PER_CHARACTER = 8

/** The approximate size of an entry with its response; ids and names may have 255 characters, availabilities 470. */
function bytesOf(userId: string, entry: CachedRecord | undefined): number {
  const record = entry?.record
  if (record === undefined) return ENTRY_BYTES + userId.length * 2
  const { timezone, createdAt, updatedAt, visibility, ...texts } = record
  let characters = 0
  for (const text of Object.values(texts)) if (typeof text === 'string') characters += text.length
  return ENTRY_BYTES + RECORD_BYTES + characters * BYTES_PER_CHARACTER
}
