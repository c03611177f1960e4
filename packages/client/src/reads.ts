import { withDeadline } from './deadline.ts'
import { type CallOptions, limitsOf, type TimeLimits } from './options.ts'
import { orInvalidRequest, RegistryError, requireText, unlessNotFound } from './registry-error.ts'
import { readBody, type Transport } from './transport.ts'
import type { FoundTimezone, TimezoneRecord } from './wire.ts'

const MAX_BATCH_IDS = 100
// The service accepts 8 KB of request line and headers.
const MAX_BATCH_LENGTH = 6_000
const MAX_REQUESTS = 4
const MAX_WAITING_IDS = 10_000

/** Reads of single users. Reads in one tick share a request, and reads of one user share a result. */
type ReadBatcher = {
  read(id: string, call?: CallOptions): Promise<FoundTimezone | undefined>
  /** Throws `queue_full` if not all of these reads may wait. */
  requireRoom(ids: string[], call?: CallOptions): void
  /** Called when a write has completed: later reads must not share a request that was sent before it. */
  forget(): void
}

export function createReadBatcher(transport: Transport, limits: CallOptions): ReadBatcher {
  const { timeoutMs: defaultMs } = limitsOf(limits)
  // By the limits and the id: a request that may take less time is not shared.
  const batchOf = new Map<string, ReadBatch>()
  const queue = createReadQueue(transport, forgetBatch)

  /** A request takes at least as long as the client's own limits allow, since others may join it. */
  function atLeast({ timeoutMs, rateLimitWaitMs }: TimeLimits): TimeLimits {
    return { timeoutMs: Math.max(timeoutMs, defaultMs), rateLimitWaitMs }
  }

  function leave(batch: ReadBatch): void {
    batch.readers--
    if (batch.readers > 0) return
    forgetBatch(batch)
    batch.controller.abort()
  }

  function forgetBatch(batch: ReadBatch): void {
    for (const id of batch.ids) {
      const key = keyOf(id, batch.limits)
      if (batchOf.get(key) === batch) batchOf.delete(key)
    }
  }

  return {
    read: async (id, call = {}) => {
      requireText(id)
      const own = limitsOf(limits, call)
      const wanted = atLeast(own)
      const key = keyOf(id, wanted)
      const batch = batchOf.get(key) ?? queue.add(id, wanted)
      batchOf.set(key, batch)
      batch.readers++
      try {
        const ms = own.timeoutMs + own.rateLimitWaitMs
        return (await withDeadline(ms, call.signal, () => batch.sent)).get(id)
      } finally {
        leave(batch)
      }
    },
    requireRoom: (ids, call) => {
      const wanted = atLeast(limitsOf(limits, call))
      requireRoom(queue.waiting(), ids.filter((id) => !batchOf.has(keyOf(id, wanted))).length)
    },
    forget: () => batchOf.clear(),
  }
}

function keyOf(id: string, { timeoutMs, rateLimitWaitMs }: TimeLimits): string {
  return `${timeoutMs} ${rateLimitWaitMs} ${id}`
}

type ReadBatch = ReturnType<typeof createBatch>

/** Batches in order; each is sent after the tick in which it began, a few at a time. */
function createReadQueue(transport: Transport, onSent: (batch: ReadBatch) => void) {
  const queue: ReadBatch[] = []
  let waitingIds = 0
  let requests = 0

  function sendNext(): void {
    while (requests < MAX_REQUESTS) {
      const batch = queue.shift()
      if (batch === undefined) return
      requests++
      batch.send()
      const end = () => {
        requests--
        waitingIds -= batch.ids.size
        onSent(batch)
        sendNext()
      }
      batch.sent.then(end, end)
    }
  }

  function lastOrNew(id: string, length: number, limits: TimeLimits): ReadBatch {
    const last = queue.at(-1)
    if (last !== undefined && hasRoom(last, id, length) && keyOf(id, limits) === keyOf(id, last.limits))
      return last
    const batch = createBatch(transport, limits)
    queue.push(batch)
    // After the current tick, so that all its reads have joined.
    setTimeout(sendNext, 0)
    return batch
  }

  return {
    waiting: (): number => waitingIds,
    /** The batch that will read this id. Throws `queue_full`. */
    add: (id: string, limits: TimeLimits): ReadBatch => {
      requireRoom(waitingIds, 1)
      const length = orInvalidRequest(() => encodeURIComponent(id)).length + 3
      const batch = lastOrNew(id, length, limits)
      batch.ids.add(id)
      batch.length += length
      waitingIds++
      return batch
    },
  }
}

/** Throws `queue_full` if so many more ids may not wait. */
function requireRoom(waitingIds: number, more: number): void {
  if (waitingIds + more > MAX_WAITING_IDS)
    throw new RegistryError('queue_full', `More than ${MAX_WAITING_IDS} reads are waiting`)
}

function hasRoom(batch: ReadBatch, id: string, length: number): boolean {
  return (
    !batch.controller.signal.aborted &&
    !hasComma(id) &&
    !batch.ids.has(id) &&
    batch.ids.size < MAX_BATCH_IDS &&
    batch.length + length <= MAX_BATCH_LENGTH &&
    ![...batch.ids].some(hasComma)
  )
}

/** `/lookup` and `/time` separate ids by commas, so an id with a comma is read alone. */
export function hasComma(id: string): boolean {
  return id.includes(',')
}

/** Ids that one request reads; `sent` settles with its response. */
function createBatch(transport: Transport, limits: TimeLimits) {
  let begin: (found: Promise<Map<string, FoundTimezone>>) => void = () => {}
  const batch = {
    ids: new Set<string>(),
    /** The length of the ids in the URL, in characters. */
    length: 0,
    readers: 0,
    limits,
    controller: new AbortController(),
    sent: new Promise<Map<string, FoundTimezone>>((resolve) => {
      begin = resolve
    }),
    send: () => begin(fetchBatch(transport, batch)),
  }
  return batch
}

async function fetchBatch(
  transport: Transport,
  { ids, controller: { signal }, limits }: ReadBatch,
): Promise<Map<string, FoundTimezone>> {
  signal.throwIfAborted()
  const call = { signal, ...limits }
  if (ids.size > 1) {
    const answer = await transport.send({ path: '/lookup', query: { ids: [...ids].join() } }, call)
    return readBody(
      answer,
      ({ users }: { users: Record<string, FoundTimezone> }) => new Map(Object.entries(users)),
    )
  }
  const [id = ''] = ids
  const answer = await unlessNotFound(transport.send({ path: '/get', query: { id } }, call))
  if (answer === undefined) return new Map()
  return readBody(answer, ({ user: { username }, timezone, canonical, updated_at }: TimezoneRecord) => {
    return new Map([[id, { username, timezone, canonical, updated_at }]])
  })
}
