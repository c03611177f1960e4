import { withDeadline } from './deadline.ts'
import type { CallOptions } from './options.ts'
import { RegistryError } from './registry-error.ts'
import type { Transport } from './transport.ts'
import type { FoundTimezone, LookupAnswer, TimezoneRecord } from './wire.ts'

/** Reads of single users. Reads in one tick share a request, and reads of one user share a result. */
export type ReadBatcher = {
  read(id: string, call?: CallOptions): Promise<FoundTimezone | undefined>
  /** Called when a write has completed: later reads must not share a request that was sent before it. */
  forget(): void
}

type Batch = {
  ids: Map<string, Promise<FoundTimezone | undefined>>
  /** The length of the ids in the URL, in characters. */
  length: number
  readers: number
  controller: AbortController
  sent: Promise<Map<string, FoundTimezone>>
  send(): Promise<void>
}

const MAX_BATCH_IDS = 100
// The service accepts 8 KB of request line and headers.
const MAX_BATCH_LENGTH = 6_000
const MAX_REQUESTS = 4
const MAX_WAITING_IDS = 10_000

export function createReadBatcher({
  transport,
  timeoutMs,
}: {
  transport: Transport
  timeoutMs: number
}): ReadBatcher {
  const batchOf = new Map<string, Batch>()
  const queue: Batch[] = []
  let waitingIds = 0
  let requests = 0

  function join(id: string): Batch {
    const existing = batchOf.get(id)
    if (existing !== undefined) return existing
    if (waitingIds >= MAX_WAITING_IDS)
      throw new RegistryError('queue_full', `More than ${MAX_WAITING_IDS} reads are waiting`)
    const length = encodeURIComponent(id).length + 3
    let batch = queue.at(-1)
    if (batch === undefined || !hasRoom(batch, id, length)) {
      batch = createBatch(transport)
      queue.push(batch)
      // After the current tick, so that all its reads have joined.
      setTimeout(sendNext, 0)
    }
    const answer = batch.sent.then((found) => found.get(id))
    // All callers may have aborted before it fails.
    answer.catch(() => {})
    batch.ids.set(id, answer)
    batch.length += length
    waitingIds++
    batchOf.set(id, batch)
    return batch
  }

  function sendNext(): void {
    while (requests < MAX_REQUESTS) {
      const batch = queue.shift()
      if (batch === undefined) return
      requests++
      void batch.send().then(() => {
        requests--
        release(batch)
        sendNext()
      })
    }
  }

  function release(batch: Batch): void {
    waitingIds -= batch.ids.size
    for (const id of batch.ids.keys()) if (batchOf.get(id) === batch) batchOf.delete(id)
  }

  function leave(batch: Batch): void {
    batch.readers--
    if (batch.readers > 0) return
    for (const id of batch.ids.keys()) if (batchOf.get(id) === batch) batchOf.delete(id)
    batch.controller.abort()
  }

  return {
    read: async (id, call = {}) => {
      const batch = join(id)
      batch.readers++
      try {
        const answer = batch.ids.get(id) ?? Promise.resolve(undefined)
        return await withDeadline(call.timeoutMs ?? timeoutMs, call.signal, () => answer)
      } finally {
        leave(batch)
      }
    },
    forget: () => batchOf.clear(),
  }
}

function hasRoom(batch: Batch, id: string, length: number): boolean {
  return (
    !batch.controller.signal.aborted &&
    !isUnlistable(id) &&
    !batch.ids.has(id) &&
    batch.ids.size < MAX_BATCH_IDS &&
    batch.length + length <= MAX_BATCH_LENGTH &&
    ![...batch.ids.keys()].some(isUnlistable)
  )
}

/** `/lookup` separates ids by commas, so an id with a comma is read alone. */
function isUnlistable(id: string): boolean {
  return id.includes(',')
}

function createBatch(transport: Transport): Batch {
  const controller = new AbortController()
  const { promise, resolve, reject } = deferred<Map<string, FoundTimezone>>()
  const ids = new Map<string, Promise<FoundTimezone | undefined>>()
  const send = () => fetchAll(transport, [...ids.keys()], controller.signal).then(resolve, reject)
  return { ids, length: 0, readers: 0, controller, sent: promise, send }
}

async function fetchAll(
  transport: Transport,
  ids: string[],
  signal: AbortSignal,
): Promise<Map<string, FoundTimezone>> {
  signal.throwIfAborted()
  const [id] = ids
  if (ids.length === 1 && id !== undefined) return fetchOne(transport, id, signal)
  const { text } = await transport.send({ path: '/lookup', query: { ids: ids.join(',') } }, { signal })
  return new Map(Object.entries((JSON.parse(text) as LookupAnswer).users))
}

async function fetchOne(
  transport: Transport,
  id: string,
  signal: AbortSignal,
): Promise<Map<string, FoundTimezone>> {
  const { status, text } = await transport.send({ path: '/get', query: { id }, accepts: [404] }, { signal })
  if (status === 404) return new Map()
  const { user, timezone, canonical, updated_at } = JSON.parse(text) as TimezoneRecord
  return new Map([[id, { username: user.username, timezone, canonical, updated_at }]])
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
