import { LRUCache } from 'lru-cache'
import type { DropChannel, DropListener } from '../broadcast/channel.ts'
import type { TimezoneRecord } from './timezone-store.ts'

type Load = (userId: string) => Promise<TimezoneRecord | undefined>

/**
 * Records by user id, the most recently read `maxEntries` of them that fit into about `maxBytes`, with "has none"
 * remembered, too.
 * It serves only while its channel is live, and is empty whenever that changes.
 */
export type TimezoneCache = {
  /** The cached record, else what `load` answers; callers that miss the same key at once share one load. */
  fetch(userId: string, load: Load): Promise<TimezoneRecord | undefined>
  /** The cached record, without asking anybody; undefined where it is not cached, and for who has none. */
  peek(userId: string): TimezoneRecord | undefined
  /** Forgets the key here at once, with any load of it under way, and tells the other instances. Never throws. */
  drop(userId: string): void
}

export type TimezoneCacheOptions = {
  channel: DropChannel
  maxEntries?: number
  maxBytes?: number
  /** The last resort for a message that was lost; being right does not rest on it. */
  ttlMilliseconds?: number
}

export function createTimezoneCache({
  channel,
  maxEntries = 100_000,
  maxBytes = 64 * 1024 * 1024,
  ttlMilliseconds = 60_000,
}: TimezoneCacheOptions): TimezoneCache {
  let live = false
  const entries = new LRUCache<string, { record: TimezoneRecord | undefined }, Load>({
    max: maxEntries,
    maxSize: maxBytes,
    sizeCalculation: ({ record }, userId) => bytesOf(userId, record),
    ttl: ttlMilliseconds,
    // A load whose key was dropped meanwhile still answers those who asked before, and is not kept.
    ignoreFetchAbort: true,
    fetchMethod: async (userId, _stale, { context: load }) => ({ record: await load(userId) }),
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
    fetch: async (userId, load) =>
      live ? (await entries.fetch(userId, { context: load }))?.record : load(userId),
    peek: (userId) => (live ? entries.get(userId)?.record : undefined),
    drop: (userId) => {
      entries.delete(userId)
      channel.publish(userId, listener)
    },
  }
}

// Estimates on the high side: the objects, the list that orders them, and the answer that is kept beside each record.
const ENTRY_BYTES = 300
const RECORD_BYTES = 1100
// The id and the name are in the record, in the answer and in its ETag's text; a character takes up to two bytes.
const BYTES_PER_CHARACTER = 4

/** About what an entry takes; ids and names may be 255 characters long. */
function bytesOf(userId: string, record: TimezoneRecord | undefined): number {
  if (record === undefined) return ENTRY_BYTES + userId.length * 2
  return ENTRY_BYTES + RECORD_BYTES + (userId.length + record.username.length) * BYTES_PER_CHARACTER
}
