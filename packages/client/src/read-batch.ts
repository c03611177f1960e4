import { withDeadline } from './deadline.ts'
import type { CallOptions } from './options.ts'
import { createReadQueue, type ReadBatch, requireRoom } from './read-queue.ts'
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
  timeoutMs: defaultMs,
}: {
  transport: Transport
  timeoutMs: number
}): ReadBatcher {
  const batchOf = new Map<string, ReadBatch>()
  const queue = createReadQueue({ transport, onSent: forgetBatch })

  function join(id: string, timeoutMs: number): ReadBatch {
    const existing = batchOf.get(id)
    const batch = canShare(existing, timeoutMs) ? existing : queue.add(id)
    batch.timeoutMs = Math.max(batch.timeoutMs, timeoutMs)
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
    read: async (id, { timeoutMs = defaultMs, signal } = {}) => {
      const batch = join(id, Math.max(timeoutMs, defaultMs))
      try {
        const answer = batch.ids.get(id) ?? Promise.resolve(undefined)
        return await withDeadline(timeoutMs, signal, () => answer)
      } finally {
        leave(batch)
      }
    },
    requireRoom: (ids, { timeoutMs = 0 } = {}) => {
      const longest = Math.max(timeoutMs, defaultMs)
      requireRoom(queue.waiting(), ids.filter((id) => !canShare(batchOf.get(id), longest)).length)
    },
    forget: () => batchOf.clear(),
  }
}

/** Whether a batch with the id's read takes another: its request may take as long, or is not sent yet. */
function canShare(batch: ReadBatch | undefined, timeoutMs: number): batch is ReadBatch {
  return batch !== undefined && !(batch.isSent && batch.timeoutMs < timeoutMs)
}
