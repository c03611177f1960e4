import { withDeadline } from './deadline.ts'
import { type CallOptions, limitsOf, type WriteOptions } from './options.ts'
import { RegistryError } from './registry-error.ts'
import type { RegistryRequest } from './request-parts.ts'
import type {
  BulkAnswer,
  BulkRecord,
  BulkResult,
  DeletedTimezone,
  SavedTimezone,
  SavedVisibility,
  SetTimezone,
  Visibility,
} from './wire.ts'

/** Stands for the person who is signed in, whose id the client does not know. */
const OWN_ID = ''

const MAX_WAITING = 10_000

/** Sends a request, and resolves to the body of its response. */
export type Request = <Body>(what: RegistryRequest, call?: CallOptions) => Promise<Body>

/** The calls that write. `onWritten` is called after each write, whether it succeeded or not. */
export function createWriteCalls({
  request,
  limits,
  onWritten,
}: {
  request: Request
  limits: CallOptions
  onWritten: () => void
}) {
  const writes = createWriteOrder(limits)

  async function write<Body>(
    userIds: string[],
    what: RegistryRequest,
    call: WriteOptions = {},
  ): Promise<Body> {
    const headers = conditionsOf(call)
    try {
      return await writes.run(userIds, call, (rest) => request<Body>({ ...what, headers }, rest))
    } finally {
      onWritten()
    }
  }

  return {
    set: (body: SetTimezone, call?: WriteOptions): Promise<SavedTimezone> =>
      write([body.user_id ?? OWN_ID], { method: 'POST', path: '/set', body }, call),
    delete: async (user_id?: string, call?: WriteOptions): Promise<boolean> => {
      const what = { method: 'DELETE', path: '/delete', query: { user_id } } as const
      return (await write<DeletedTimezone>([user_id ?? OWN_ID], what, call)).deleted
    },
    setVisibility: (
      visibility: Visibility,
      user_id?: string,
      call?: WriteOptions,
    ): Promise<SavedVisibility> => {
      const what = { method: 'PUT', path: '/visibility', body: { visibility, user_id } } as const
      return write([user_id ?? OWN_ID], what, call)
    },
    bulk: async (records: readonly BulkRecord[], call?: CallOptions): Promise<BulkResult[]> => {
      const what = { method: 'POST', path: '/bulk', body: { records } } as const
      const userIds = records.map((record) => record.user_id)
      return (await write<BulkAnswer>(userIds, what, call)).results
    },
  }
}

function conditionsOf({ ifMatch, ifNoneMatch }: WriteOptions): Record<string, string> {
  return {
    ...(ifMatch !== undefined && { 'if-match': ifMatch }),
    ...(ifNoneMatch !== undefined && { 'if-none-match': ifNoneMatch }),
  }
}

/** Runs the writes for each user one at a time, so that a retry never overwrites a later write. */
type WriteOrder = {
  /**
   * Runs `write` after the earlier writes for any of these users; `OWN_ID` may be any user. Its deadline counts from
   * here. A write that is aborted or out of time before its turn is never sent.
   */
  run<Result>(userIds: string[], call: CallOptions, write: SendWrite<Result>): Promise<Result>
}

/** Sends a write within the time that is left. */
type SendWrite<Result> = (call: CallOptions) => Promise<Result>

function createWriteOrder(options: CallOptions): WriteOrder {
  const lastOf = new Map<string, Promise<unknown>>()
  let waiting = 0

  function writesBefore(keys: Set<string>): (Promise<unknown> | undefined)[] {
    if (!keys.has(OWN_ID)) return [...keys].map((key) => lastOf.get(key) ?? lastOf.get(OWN_ID))
    const all = [...lastOf.values()]
    // Later writes for any user wait for this one.
    lastOf.clear()
    return all
  }

  return {
    run: (userIds, call, write) => {
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
