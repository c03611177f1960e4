import { withDeadline } from './deadline.ts'
import type { CallOptions } from './options.ts'
import { createReadQueue, type ReadBatch } from './read-queue.ts'
import type { Transport } from './transport.ts'
import type { FoundTimezone } from './wire.ts'

/** Reads of single users. Reads in one tick share a request, and reads of one user share a result. */
export type ReadBatcher = {
  read(id: string, call?: CallOptions): Promise<FoundTimezone | undefined>
  /** Called when a write has completed: later reads must not share a request that was sent before it. */
  forget(): void
}

export function createReadBatcher({
  transport,
  timeoutMs,
}: {
  transport: Transport
  timeoutMs: number
}): ReadBatcher {
  const batchOf = new Map<string, ReadBatch>()
  const queue = createReadQueue({ transport, onSent: forgetBatch })

  function join(id: string): ReadBatch {
    const existing = batchOf.get(id)
    if (existing !== undefined) return existing
    const batch = queue.add(id)
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
