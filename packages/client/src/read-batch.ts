import { withDeadline } from './deadline.ts'
import { type CallOptions, limitsOf, type TimeLimits } from './options.ts'
import { createReadQueue, type ReadBatch, requireRoom } from './read-queue.ts'
import { requireText } from './registry-error.ts'
import type { Transport } from './transport.ts'
import type { FoundTimezone } from './wire.ts'

/** Reads of single users. Reads in one tick share a request, and reads of one user share a result. */
export type ReadBatcher = {
  read(id: string, call?: CallOptions): Promise<FoundTimezone | undefined>
  /** Throws `queue_full` if not all of these reads may wait. */
  requireRoom(ids: string[], call?: CallOptions): void
  /** Called when a write has completed: later reads must not share a request that was sent before it. */
  forget(): void
}

export function createReadBatcher({
  transport,
  limits,
}: {
  transport: Transport
  limits: CallOptions
}): ReadBatcher {
  const { timeoutMs: defaultMs } = limitsOf(limits)
  const batchOf = new Map<string, ReadBatch>()
  const queue = createReadQueue({ transport, onSent: forgetBatch })

  /** A request takes at least as long as the client's own limits allow, since others may join it. */
  function atLeast(wanted: TimeLimits): TimeLimits {
    return { ...wanted, timeoutMs: Math.max(wanted.timeoutMs, defaultMs) }
  }

  function join(id: string, wanted: TimeLimits): ReadBatch {
    const existing = batchOf.get(id)
    const batch = canShare(existing, wanted) ? existing : queue.add(id)
    batch.timeoutMs = Math.max(batch.timeoutMs, wanted.timeoutMs)
    batch.rateLimitWaitMs = Math.max(batch.rateLimitWaitMs, wanted.rateLimitWaitMs)
    batch.readers++
    batchOf.set(id, batch)
    return batch
  }

  function leave(batch: ReadBatch): void {
    batch.readers--
    if (batch.readers > 0) return
    forgetBatch(batch)
    batch.controller.abort()
  }

  function forgetBatch(batch: ReadBatch): void {
    for (const id of batch.ids.keys()) if (batchOf.get(id) === batch) batchOf.delete(id)
  }

  return {
    read: async (id, call = {}) => {
      requireText(id)
      const own = limitsOf(limits, call)
      const batch = join(id, atLeast(own))
      try {
        const answer = batch.ids.get(id) ?? Promise.resolve(undefined)
        return await withDeadline(own.timeoutMs + own.rateLimitWaitMs, call.signal, () => answer)
      } finally {
        leave(batch)
      }
    },
    requireRoom: (ids, call) => {
      const wanted = atLeast(limitsOf(limits, call))
      requireRoom(queue.waiting(), ids.filter((id) => !canShare(batchOf.get(id), wanted)).length)
    },
    forget: () => batchOf.clear(),
  }
}

/** Whether a batch with the id's read takes another: its request may take as long, or is not sent yet. */
function canShare(batch: ReadBatch | undefined, wanted: TimeLimits): batch is ReadBatch {
  if (batch === undefined || !batch.isSent) return batch !== undefined
  return batch.timeoutMs >= wanted.timeoutMs && batch.rateLimitWaitMs >= wanted.rateLimitWaitMs
}
