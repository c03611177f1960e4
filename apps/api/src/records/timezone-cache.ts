import { LRUCache } from 'lru-cache'
import type { DropChannel, DropListener } from '../broadcast/channel.ts'
import type { TimezoneRecord } from './timezone-store.ts'

/** An answer about a record, serialised once. The cache holds it; only the HTTP layer fills and reads it. */
type PreparedAnswer = { text?: string; etag?: string; length?: string }

/**
 * What is known about a user. Every reader of a key gets the same object until the key is dropped, so an answer that is
 * stored here is forgotten with its record. An entry that could not be cached serves only its own reader.
 */
export type CachedRecord = {
  /** Undefined when the user has no record. */
  readonly record: TimezoneRecord | undefined
  readonly answer: PreparedAnswer
}

type Load = (userId: string) => Promise<TimezoneRecord | undefined>

/**
 * Records by user id, users without one included: the most recently read `maxEntries` that fit into about `maxBytes`.
 * It serves only while its channel is live, and is emptied whenever that changes.
 */
export type TimezoneCache = {
  /** The cached entry, or one with what `load` resolves to; callers that miss the same key at once share one load. */
  fetch(userId: string, load: Load): Promise<CachedRecord>
  /** The cached entry; undefined when the key is not cached. */
  peek(userId: string): CachedRecord | undefined
  /** Removes the key at once, with any load in flight, and on the other instances soon after. Never throws. */
  drop(userId: string): void
}

export type TimezoneCacheOptions = {
  channel: DropChannel
  maxEntries?: number
  maxBytes?: number
  /** A fallback for a lost message; correctness does not depend on it. */
  ttlMilliseconds?: number
}

export function createTimezoneCache({
  channel,
  maxEntries = 100_000,
  maxBytes = 64 * 1024 * 1024,
  ttlMilliseconds = 60_000,
}: TimezoneCacheOptions): TimezoneCache {
  let live = false
  const entries = new LRUCache<string, CachedRecord, Load>({
    max: maxEntries,
    maxSize: maxBytes,
    sizeCalculation: bytesOf,
    ttl: ttlMilliseconds,
    // How long the cache believes that it knows the time; asking for each read costs more than the rest of a read.
    ttlResolution: Math.min(1000, ttlMilliseconds / 10),
    // A load whose key was dropped meanwhile still answers its callers, and is not cached.
    ignoreFetchAbort: true,
    fetchMethod: (userId, _stale, { context: load }) => loadEntry(userId, load),
  })

  const listener: DropListener = {
    onDrop: (userId) => void entries.delete(userId),
    onLive: (isLive) => {
      live = isLive
      entries.clear()
    },
  }
  channel.listen(listener)

  return {
    fetch: (userId, load) => (live ? entries.forceFetch(userId, { context: load }) : loadEntry(userId, load)),
    peek: (userId) => (live ? entries.get(userId) : undefined),
    drop: (userId) => {
      entries.delete(userId)
      channel.publish(userId, listener)
    },
  }
}

async function loadEntry(userId: string, load: Load): Promise<CachedRecord> {
  return { record: await load(userId), answer: {} }
}

// Estimates on the high side: the objects, the list that orders them, and the answer that is kept beside each record.
const ENTRY_BYTES = 300
const RECORD_BYTES = 1100
// The id and the name are in the record, in the answer and in its ETag's text; a character takes up to two bytes.
const BYTES_PER_CHARACTER = 4

/** About what an entry takes, its answer included; ids and names may be 255 characters long. */
function bytesOf({ record }: CachedRecord, userId: string): number {
  if (record === undefined) return ENTRY_BYTES + userId.length * 2
  return ENTRY_BYTES + RECORD_BYTES + (userId.length + record.username.length) * BYTES_PER_CHARACTER
}
