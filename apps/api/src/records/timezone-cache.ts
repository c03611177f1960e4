import type { DropChannel, DropListener } from '../broadcast/channel.ts'
import { createLoadingCache } from './loading-cache.ts'
import type { TimezoneRecord } from './timezone-store.ts'

/** A response about a record, serialised once. The cache holds it; only the HTTP layer fills and reads it. */
type PreparedAnswer = { text?: string; etag?: string; length?: string }

/**
 * A user's cached state. Every reader of a key gets the same object until the key is dropped, so a response stored here
 * is dropped with its record.
 */
export type CachedRecord = {
  /** Undefined if the user has no record. */
  readonly record: TimezoneRecord | undefined
  /** Undefined until the second read: most records of a large registry are evicted before it. */
  answer: PreparedAnswer | undefined
}

type Load = (userId: string) => Promise<TimezoneRecord | undefined>

/**
 * Records by user id, including users without one: the most recently read `maxEntries` that fit into about `maxBytes`.
 * It serves only while its channel is live, and is emptied whenever that changes.
 */
export type TimezoneCache = {
  /** The cached entry, or one with the result of `load`; concurrent misses of the same key share one load. */
  fetch(userId: string, load: Load): Promise<CachedRecord>
  /** The cached entry; undefined if the key is not cached. */
  peek(userId: string): CachedRecord | undefined
  /** Removes the key and any load in flight immediately, and on the other instances soon after. Never throws. */
  drop(userId: string): void
  counts(): CacheCounts
}

/** `hits` and `misses` since the start; a miss is a read from the store. */
export type CacheCounts = { entries: number; bytes: number; hits: number; misses: number }

export type Follow = (userId: string) => (record: TimezoneRecord | undefined) => boolean

export type TimezoneCacheOptions = {
  channel: DropChannel
  maxEntries?: number
  maxBytes?: number
  /** A fallback for a lost message; correctness does not depend on it. */
  ttlMilliseconds?: number
  /**
   * Called when the load of a record starts; the function that it returns is called when the load ends, and returns
   * whether changes to the record will be noticed. If not, the record is cached for at most `unfollowedMilliseconds`.
   */
  follow?: Follow | undefined
  unfollowedMilliseconds?: number | undefined
}

export function createTimezoneCache({
  channel,
  maxEntries = 100_000,
  maxBytes = 72 * 1024 * 1024,
  ttlMilliseconds = 60_000,
  follow = () => () => true,
  unfollowedMilliseconds = 5000,
}: TimezoneCacheOptions): TimezoneCache {
  const ttlResolution = Math.min(1000, ttlMilliseconds / 10)
  const unfollowedTtl = Math.max(1, unfollowedMilliseconds - ttlResolution)
  let live = false
  let misses = 0
  const limits = { max: maxEntries, maxSize: maxBytes, ttl: ttlMilliseconds, ttlResolution }
  const entries = createLoadingCache<CachedRecord>({ ...limits, sizeOf: bytesOf })

  async function miss(userId: string, load: Load): Promise<CachedRecord> {
    misses += 1
    return { record: await load(userId), answer: undefined }
  }

  function fill(userId: string, load: Load): Promise<CachedRecord> {
    const isFollowed = follow(userId)
    return entries.load(
      userId,
      () => miss(userId, load),
      ({ record }) => (isFollowed(record) ? undefined : unfollowedTtl),
    )
  }

  const listener: DropListener = {
    onDrop: (userId) => void entries.delete(userId),
    onLive: (isLive) => {
      live = isLive
      entries.clear()
    },
  }
  channel.listen(listener)

  return {
    fetch: (userId, load) => {
      if (!live) return miss(userId, load)
      const known = entries.get(userId)
      return known === undefined ? fill(userId, load) : Promise.resolve(known)
    },
    peek: (userId) => {
      const entry = live ? entries.get(userId) : undefined
      if (entry === undefined || entry instanceof Promise) return undefined
      entry.answer ??= {}
      return entry
    },
    drop: (userId) => {
      entries.delete(userId)
      channel.publish(userId, listener)
    },
    counts: () => ({ ...entries.counts(), misses }),
  }
}

// As measured, and rounded up: the entry and its place in the list that orders them; a record with the response that is
// kept with it.
const ENTRY_BYTES = 160
const RECORD_BYTES = 400
// The id and the name occur in the record and in the response's text, whose characters take two bytes each if one of
// them is not Latin; quotation marks are escaped in it.
const BYTES_PER_CHARACTER = 7

/** The approximate size of an entry with its response; ids and names may have 255 characters. */
function bytesOf(userId: string, entry: CachedRecord | undefined): number {
  const record = entry?.record
  if (record === undefined) return ENTRY_BYTES + userId.length * 2
  return ENTRY_BYTES + RECORD_BYTES + (userId.length + record.username.length) * BYTES_PER_CHARACTER
}
