import type { TimeLimits } from './options.ts'
import { orInvalidRequest, RegistryError, unlessNotFound } from './registry-error.ts'
import { readBody } from './response-body.ts'
import type { Transport } from './transport.ts'
import type { FoundTimezone, LookupAnswer, TimezoneRecord } from './wire.ts'

/** Ids that one request reads; `sent` settles with its response. */
export type ReadBatch = {
  ids: Map<string, Promise<FoundTimezone | undefined>>
  /** The length of the ids in the URL, in characters. */
  length: number
  readers: number
  /** How long its request may take. */
  timeoutMs: number
  rateLimitWaitMs: number
  isSent: boolean
  controller: AbortController
  sent: Promise<Map<string, FoundTimezone>>
  send(): Promise<void>
}

const MAX_BATCH_IDS = 100
// The service accepts 8 KB of request line and headers.
const MAX_BATCH_LENGTH = 6_000
const MAX_REQUESTS = 4
const MAX_WAITING_IDS = 10_000

/** Batches in order; each is sent after the tick in which it began, a few at a time. */
export function createReadQueue({
  transport,
  onSent,
}: {
  transport: Transport
  onSent: (batch: ReadBatch) => void
}) {
  const queue: ReadBatch[] = []
  let waitingIds = 0
  let requests = 0

  function sendNext(): void {
    while (requests < MAX_REQUESTS) {
      const batch = queue.shift()
      if (batch === undefined) return
      requests++
      void batch.send().then(() => {
        requests--
        waitingIds -= batch.ids.size
        onSent(batch)
        sendNext()
      })
    }
  }

  function lastOrNew(id: string, length: number): ReadBatch {
    const last = queue.at(-1)
    if (last !== undefined && hasRoom(last, id, length)) return last
    const batch = createBatch(transport)
    queue.push(batch)
    // After the current tick, so that all its reads have joined.
    setTimeout(sendNext, 0)
    return batch
  }

  return {
    waiting: (): number => waitingIds,
    /** The batch that will read this id. Throws `queue_full`. */
    add: (id: string): ReadBatch => {
      requireRoom(waitingIds, 1)
      const length = orInvalidRequest(() => encodeURIComponent(id)).length + 3
      const batch = lastOrNew(id, length)
      const answer = batch.sent.then((found) => found.get(id))
      // All callers may have aborted before it fails.
      answer.catch(() => {})
      batch.ids.set(id, answer)
      batch.length += length
      waitingIds++
      return batch
    },
  }
}

/** Throws `queue_full` if so many more ids may not wait. */
export function requireRoom(waitingIds: number, more: number): void {
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
    ![...batch.ids.keys()].some(hasComma)
  )
}

/** `/lookup` and `/time` separate ids by commas, so an id with a comma is read alone. */
export function hasComma(id: string): boolean {
  return id.includes(',')
}

function createBatch(transport: Transport): ReadBatch {
  const controller = new AbortController()
  const { promise, resolve, reject } = deferred<Map<string, FoundTimezone>>()
  const ids = new Map<string, Promise<FoundTimezone | undefined>>()
  const batch = {
    ids,
    length: 0,
    readers: 0,
    isSent: false,
    controller,
    sent: promise,
    timeoutMs: 0,
    rateLimitWaitMs: 0,
  }
  const send = () => {
    batch.isSent = true
    const { timeoutMs, rateLimitWaitMs } = batch
    const call = { signal: controller.signal, timeoutMs, rateLimitWaitMs }
    return fetchAll(transport, [...ids.keys()], call).then(resolve, reject)
  }
  return Object.assign(batch, { send })
}

type BatchCall = { signal: AbortSignal } & TimeLimits

async function fetchAll(
  transport: Transport,
  ids: string[],
  call: BatchCall,
): Promise<Map<string, FoundTimezone>> {
  call.signal.throwIfAborted()
  const [id] = ids
  if (ids.length === 1 && id !== undefined) return fetchOne(transport, id, call)
  const answer = await transport.send({ path: '/lookup', query: { ids: ids.join(',') } }, call)
  return readBody(answer, ({ users }: LookupAnswer) => new Map(Object.entries(users)))
}

async function fetchOne(
  transport: Transport,
  id: string,
  call: BatchCall,
): Promise<Map<string, FoundTimezone>> {
  const answer = await unlessNotFound(transport.send({ path: '/get', query: { id } }, call))
  if (answer === undefined) return new Map()
  return readBody(answer, ({ user: { username }, timezone, canonical, updated_at }: TimezoneRecord) => {
    return new Map([[id, { username, timezone, canonical, updated_at }]])
  })
}

function deferred<Value>() {
  let resolve: (value: Value) => void = () => {}
  let reject: (reason: unknown) => void = () => {}
  const promise = new Promise<Value>((onResolve, onReject) => {
    resolve = onResolve
    reject = onReject
  })
  return { promise, resolve, reject }
}
