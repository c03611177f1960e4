import { LRUCache } from 'lru-cache'
import type { DropChannel, DropListener } from './drop-channel.ts'
import type { TimezoneRecord } from './timezone-store.ts'

type Load = (userId: string) => Promise<TimezoneRecord | undefined>

/**
 * Records by user id, the most recently read `maxEntries` of them, with "has none" remembered, too.
 * It serves only while its channel is live, and is empty whenever that changes.
 */
export type TimezoneCache = {
  /** The cached record, else what `load` answers; callers that miss the same key at once share one load. */
  fetch(userId: string, load: Load): Promise<TimezoneRecord | undefined>
  /** Forgets the key here at once, with any load of it under way, and tells the other instances. Never throws. */
  drop(userId: string): void
}

export type TimezoneCacheOptions = {
  channel: DropChannel
  maxEntries?: number
  /** The last resort for a message that was lost; being right does not rest on it. */
  ttlMilliseconds?: number
}

export function createTimezoneCache({
  channel,
  maxEntries = 100_000,
  ttlMilliseconds = 60_000,
}: TimezoneCacheOptions): TimezoneCache {
  let live = false
  const entries = new LRUCache<string, { record: TimezoneRecord | undefined }, Load>({
    max: maxEntries,
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
    drop: (userId) => {
      entries.delete(userId)
      channel.publish(userId, listener)
    },
  }
}
