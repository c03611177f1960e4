import cluster from 'node:cluster'
import type { SharedCount, SharedUse } from './shared-count.ts'
import { createWindowCounter } from './window-counter.ts'

type Request = { countFor: string; cost: number; id: number }
type Reply = { counted: SharedUse; id: number }

const REPLY_TIMEOUT_MILLISECONDS = 500

/** Counts for all workers, in the primary process. */
export function countForWorkers(): void {
  const counter = createWindowCounter({ limit: Number.MAX_SAFE_INTEGER })
  cluster.on('message', (worker, message: Partial<Request>) => {
    const { countFor, cost, id } = message ?? {}
    if (countFor === undefined || cost === undefined || id === undefined || !worker.isConnected()) return
    const { resetMilliseconds } = counter.take(countFor, cost)
    const reply: Reply = { counted: { used: counter.usedBy(countFor), resetMilliseconds }, id }
    // Without a callback, a reply to a worker that has just died would end this process.
    worker.send(reply, () => {})
  })
}

/** The count of all workers on one machine, requested from the primary process. */
export function createWorkerCount(): SharedCount {
  const pending = new Map<number, (use: SharedUse) => void>()
  let lastId = 0
  process.on('message', (message: Partial<Reply>) => {
    if (message?.counted !== undefined && message.id !== undefined) pending.get(message.id)?.(message.counted)
  })
  return {
    add: (countFor, cost) => {
      const id = ++lastId
      const { promise, resolve, reject } = Promise.withResolvers<SharedUse>()
      const timeout = setTimeout(
        () => reject(new Error('No reply from the primary process')),
        REPLY_TIMEOUT_MILLISECONDS,
      )
      pending.set(id, resolve)
      process.send?.({ countFor, cost, id } satisfies Request)
      return promise.finally(() => {
        clearTimeout(timeout)
        pending.delete(id)
      })
    },
  }
}
