import { ConsecutiveBreaker, circuitBreaker, handleAll, TimeoutStrategy, timeout, wrap } from 'cockatiel'
import { LRUCache } from 'lru-cache'
import type { Place } from '../feed/cursor.ts'
import { CURRENT_MILLISECONDS, type Tail, type TailListener } from '../feed/tail.ts'
import type { PlacedUser } from '../feed/tail-queries.ts'
import type { PlacedRecord } from './record.ts'

/** A response about a record, serialised once. The cache holds it; only the HTTP layer fills and reads it. */
type PreparedResponse = { text?: string; etag?: string; length?: string }

/**
 * A user's state. Every reader of a cached one gets the same object until it is invalidated, so a response stored here is
 * invalidated with its record.
 */
export type CachedRecord = {
  /** Undefined if the user has no record. */
  readonly record: PlacedRecord | undefined
  /** Undefined until the second read: most records of a large registry are evicted before it. */
  answer: PreparedResponse | undefined
  /** How old the record may be; undefined while the cache is current. */
  readonly lagSeconds?: number
}

type Load = (userId: string) => Promise<PlacedRecord | undefined>

/** Records by user id: the most recently read that fit into about `maxBytes`. */
export type RecordCache = {
  /**
   * The public record that is cached, or else the result of `load`; concurrent readers of a user share one load. While
   * the database does not answer, a record that is cached is returned for a few seconds, with its `lagSeconds`.
   */
  fetch(userId: string, load: Load): Promise<CachedRecord>
  /**
   * What strangers see: the public record, or no record if there was none, or a private one, less than half a second ago.
   * Undefined if that is not cached.
   */
  peek(userId: string): CachedRecord | undefined
  /** Forgets the user's record, and keeps the results of loads in progress out of the cache. Never throws. */
  invalidate(userId: string): void
  counts(): CacheCounts
}

/** `hits` and `misses` since the start; a miss is a read from the store. */
export type CacheCounts = { entries: number; bytes: number; hits: number; misses: number }

export type RecordCacheOptions = {
  tail: Pick<Tail, 'listen' | 'age' | 'wake'>
  /** False if the user's record would not be read from the server that the tail follows. */
  isCacheable?: (userId: string) => boolean
  /** How old a record may be while the database does not answer. */
  maxStaleMilliseconds?: number
  maxBytes?: number
}

// Records that are not public have no place in the feed, so nobody learns that such a record has appeared.
const ABSENCE_MILLISECONDS = 500
// For a cached record, how long the database may take to answer while changes may have gone unnoticed, and how soon it is
// asked again.
const STALE_READ_MILLISECONDS = 300
const ASK_AGAIN_MILLISECONDS = 1000
// Without a read for so long, the feed is not followed.
const IDLE_MILLISECONDS = 60_000

/** Every change that the tail announces invalidates what is cached of the user, except the very version that it names. */
export function createRecordCache({
  tail,
  isCacheable = () => true,
  maxStaleMilliseconds = 5000,
  maxBytes,
}: RecordCacheOptions): RecordCache {
  const entries = createEntries(maxBytes)
  const askIfPossible = createStaleRead()
  const counts = { hits: 0, misses: 0 }
  let readAt = Number.NEGATIVE_INFINITY
  tail.listen(createListener(entries, () => performance.now() - readAt < IDLE_MILLISECONDS))

  async function loadEntry(userId: string, load: Load): Promise<CachedRecord> {
    counts.misses += 1
    return { record: await load(userId), answer: undefined }
  }

  async function loadOrStale(userId: string, load: Load, { record }: CachedRecord): Promise<CachedRecord> {
    try {
      const entry = await askIfPossible(() => loadEntry(userId, load))
      if (!isSameVersion(entry.record, record && placeOf(record))) entries.delete(userId)
      return entry
    } catch {
      const age = tail.age()
      if (age > maxStaleMilliseconds) return loadEntry(userId, load)
      return { record, answer: undefined, lagSeconds: age / 1000 }
    }
  }

  return {
    fetch: (userId, load) => {
      readAt = performance.now()
      const known = entries.get(userId)
      const age = tail.age()
      if (age > CURRENT_MILLISECONDS) tail.wake()
      else if (known instanceof Promise || isPublic(known)) return Promise.resolve(known)
      else if (isCacheable(userId)) return entries.fill(userId, () => loadEntry(userId, load))
      const isStale = age > CURRENT_MILLISECONDS && age <= maxStaleMilliseconds && isPublic(known)
      return isStale ? loadOrStale(userId, load, known) : loadEntry(userId, load)
    },
    peek: (userId) => {
      if (tail.age() > CURRENT_MILLISECONDS) return undefined
      const entry = entries.get(userId)
      if (entry === undefined || entry instanceof Promise) return undefined
      readAt = performance.now()
      if (entry.record === undefined && readAt > (entry.until ?? 0)) return undefined
      counts.hits += 1
      entry.answer ??= {}
      return entry
    },
    invalidate: entries.delete,
    counts: () => ({ ...counts, ...entries.counts() }),
  }
}

function createListener(entries: ReturnType<typeof createEntries>, isRead: () => boolean): TailListener {
  return {
    onPage: ({ settled, unsettled }) => {
      for (const change of settled) entries.invalidateUnless(change)
      for (const change of unsettled) entries.invalidateUnless(change)
    },
    onReset: entries.clear,
    need: () => {
      if (isRead()) return 'steady'
      entries.clear()
      return 'rest'
    },
  }
}

/** Asks the database, which fails after 300 ms, or at once for a second after a failure. */
function createStaleRead() {
  const breaker = new ConsecutiveBreaker(1)
  const policy = wrap(
    circuitBreaker(handleAll, { halfOpenAfter: ASK_AGAIN_MILLISECONDS, breaker }),
    timeout(STALE_READ_MILLISECONDS, TimeoutStrategy.Aggressive),
  )
  return <Result>(ask: () => Promise<Result>) => policy.execute(ask)
}

/** What is cached by user id. A load in progress takes its user's place, so that readers share it. */
function createEntries(maxBytes = 72 * 1024 * 1024) {
  const entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    sizeCalculation: (entry, userId) => bytesOf(userId, entry instanceof Promise ? undefined : entry),
  })
  return {
    get: (userId: string) => entries.get(userId),
    /** The result is cached unless the user is deleted here before the load ends. */
    fill: (userId: string, load: () => Promise<CachedRecord>): Promise<CachedRecord> => {
      const startedAt = performance.now()
      const store = (entry: Entry | undefined) => {
        if (entries.peek(userId) !== loading) return
        if (entry === undefined) entries.delete(userId)
        else entries.set(userId, entry)
      }
      const loading = load().then(
        (entry) => {
          store(asCached(entry, startedAt))
          return entry
        },
        (error: unknown) => {
          store(undefined)
          throw error
        },
      )
      entries.set(userId, loading)
      return loading
    },
    // Before they are settled, the places of one user's versions are not ordered by time, so only equality counts.
    invalidateUnless: ({ userId, place }: PlacedUser) => {
      const entry = entries.peek(userId)
      if (entry === undefined) return
      if (entry instanceof Promise || !isSameVersion(entry.record, place)) entries.delete(userId)
    },
    delete: (userId: string) => void entries.delete(userId),
    clear: () => entries.clear(),
    counts: () => ({ entries: entries.size, bytes: entries.calculatedSize }),
  }
}

/** What is cached of a user: an absence is valid `until` a time. */
type Entry = Promise<CachedRecord> | (CachedRecord & { until?: number })

function isPublic(entry: Entry | undefined): entry is CachedRecord & { record: PlacedRecord } {
  return entry !== undefined && !(entry instanceof Promise) && entry.record !== undefined
}

/** What is kept of a loaded record: an unlisted one is read each time, and a private one is kept as if there were none. */
function asCached(entry: CachedRecord, startedAt: number): Entry | undefined {
  const visibility = entry.record?.visibility
  if (visibility === 'unlisted') return undefined
  if (visibility === 'public') return entry
  return { record: undefined, answer: undefined, until: startedAt + ABSENCE_MILLISECONDS }
}

function isSameVersion(record: PlacedRecord | undefined, place: Place | undefined): boolean {
  return record !== undefined && record.ord === place?.txid && record.position === place.seq
}

function placeOf({ ord, position }: PlacedRecord): Place {
  return { txid: ord, seq: position }
}

// As measured, and rounded up: the entry and its place in the list that orders them; a record with the response that is
// kept with it.
const ENTRY_BYTES = 160
const RECORD_BYTES = 520
// The id, the name and the availability occur in the record and in the response's text, whose characters take two bytes
// each if one of them is not Latin; quotation marks are escaped in it, and an availability is up to three times as long.
const BYTES_PER_CHARACTER = 8

/** The approximate size of an entry with its response; ids and names may have 255 characters, availabilities 470. */
function bytesOf(userId: string, entry: CachedRecord | undefined): number {
  const record = entry?.record
  if (record === undefined) return ENTRY_BYTES + userId.length * 2
  const { username, availability } = record
  const characters = userId.length + username.length + (availability?.length ?? 0)
  return ENTRY_BYTES + RECORD_BYTES + characters * BYTES_PER_CHARACTER
}
