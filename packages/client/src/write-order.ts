import { withDeadline } from './deadline.ts'
import { type CallOptions, limitsOf } from './options.ts'
import { RegistryError } from './registry-error.ts'

/** Stands for the person who is signed in, whose id the client does not know. */
export const OWN_ID = ''

const MAX_WAITING = 10_000

/** Runs the writes for each user one at a time, so that a retry never overwrites a later write. */
export function createWriteOrder(options: CallOptions) {
  const lastOf = new Map<string, Promise<unknown>>()
  let waiting = 0

  function writesBefore(keys: Set<string>) {
    if (!keys.has(OWN_ID)) return [...keys].map((key) => lastOf.get(key) ?? lastOf.get(OWN_ID))
    const all = [...lastOf.values()]
    // Later writes for any user wait for this one.
    lastOf.clear()
    return all
  }

  return {
    /**
     * Runs `write`, with the time that is left, after the earlier writes for any of these users; `OWN_ID` may be any
     * user. Its deadline counts from here. A write that is aborted or out of time before its turn is never sent.
     */
    run: <Result>(
      userIds: string[],
      call: CallOptions,
      write: (call: CallOptions) => Promise<Result>,
    ): Promise<Result> => {
      if (waiting >= MAX_WAITING)
        return Promise.reject(new RegistryError('queue_full', `More than ${MAX_WAITING} writes are waiting`))
      const { timeoutMs, rateLimitWaitMs } = limitsOf(options, call)
      const ms = timeoutMs + rateLimitWaitMs
      const deadline = Date.now() + ms
      const keys = new Set(userIds)
      const before = Promise.all(writesBefore(keys))
      const result = withDeadline(ms, call.signal, async (inner) => {
        await before
        inner.throwIfAborted()
        const leftMs = deadline - Date.now()
        return write({ signal: inner, timeoutMs: Math.min(timeoutMs, leftMs), rateLimitWaitMs })
      })
      // A write that gave up keeps its place: the next one must not overtake an earlier one that is still being sent.
      const settled = Promise.allSettled([before, result]).then(() => {
        waiting--
        for (const key of keys) if (lastOf.get(key) === settled) lastOf.delete(key)
      })
      for (const key of keys) lastOf.set(key, settled)
      waiting++
      return result
    },
  }
}
