import { LRUCache } from 'lru-cache'

/**
 * A bounded cache that is filled by loads. A load in progress takes its key's place, so concurrent readers share it, and
 * deleting the key keeps its result out of the cache.
 */
export type LoadingCache<Value extends object> = {
  /** The value or the load in progress; undefined if there is neither. */
  get(key: string): Value | Promise<Value> | undefined
  /** Resolves to the result of `run`, which is cached for `ttlOf` its value, or for the default time. */
  load(key: string, run: () => Promise<Value>, ttlOf: (value: Value) => number | undefined): Promise<Value>
  delete(key: string): void
  clear(): void
  /** `hits`: how many values `get` has returned. */
  counts(): { entries: number; bytes: number; hits: number }
}

/**
 * `sizeOf` returns the approximate bytes of an entry, without a value for a load in progress.
 *
 * lru-cache's own `fetch` creates an AbortController for each load, which takes longer than the rest of the load.
 */
export function createLoadingCache<Value extends object>({
  sizeOf,
  ...limits
}: {
  max: number
  maxSize: number
  ttl: number
  /** For how long the present time is reused: reading the clock takes longer than the rest of a cached read. */
  ttlResolution: number
  sizeOf: (key: string, value: Value | undefined) => number
}): LoadingCache<Value> {
  const entries = new LRUCache<string, Value | Promise<Value>>({
    ...limits,
    sizeCalculation: (entry, key) => sizeOf(key, entry instanceof Promise ? undefined : entry),
  })

  let hits = 0

  return {
    get: (key) => {
      const entry = entries.get(key)
      if (entry !== undefined && !(entry instanceof Promise)) hits += 1
      return entry
    },
    load: (key, run, ttlOf) => {
      const loading = run().then(
        (value) => {
          if (entries.peek(key) === loading) entries.set(key, value, { ttl: ttlOf(value) ?? limits.ttl })
          return value
        },
        (error: unknown) => {
          if (entries.peek(key) === loading) entries.delete(key)
          throw error
        },
      )
      entries.set(key, loading)
      return loading
    },
    delete: (key) => void entries.delete(key),
    clear: () => entries.clear(),
    counts: () => ({ entries: entries.size, bytes: entries.calculatedSize, hits }),
  }
}
