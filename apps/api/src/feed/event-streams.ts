import type { Readable } from 'node:stream'
import { Overloaded, RateLimited, Unavailable } from '../errors.ts'
import type { ChangeStore } from './change-store.ts'
import type { Cursor } from './cursor.ts'
import { createListeners, type ListenerOptions } from './stream-listeners.ts'

/** The change feed as streams of Server-Sent Events. */
export type EventStreams = {
  /**
   * The changes after the cursor, then future ones; without a cursor, only future ones. `caller` is the network that is
   * counted. Rejects with `CursorExpired`, with `RateLimited` if the caller has too many streams, with `Overloaded` if
   * there are too many in all, with `Unavailable` once the feed is closed.
   */
  follow(cursor: Cursor | undefined, caller: string): Promise<Readable>
  /** Reads the next changes of every stream: something has changed. */
  wake(): void
  /** The number of open streams. */
  readonly listeners: number
  /** Ends every stream and accepts no more, so that clients connect to another instance. */
  close(): void
}

export type EventStreamsOptions = ListenerOptions & {
  store: Pick<ChangeStore, 'findAfter' | 'findEnd'>
  /** Called when a stream has been opened. */
  onFollow?: () => void
  maxListeners?: number
  maxListenersPerCaller?: number
  heartbeatMilliseconds?: number
}

export function createEventStreams({
  store,
  onFollow = () => {},
  maxListeners = 10_000,
  maxListenersPerCaller = 200,
  heartbeatMilliseconds = 15_000,
  ...options
}: EventStreamsOptions): EventStreams {
  const budget = createBudget({ max: maxListeners, maxPerCaller: maxListenersPerCaller })
  const listeners = createListeners({ store, ...options })
  const heartbeat = setInterval(() => void listeners.beat(), heartbeatMilliseconds).unref()
  let isClosed = false
  return {
    follow: async (cursor, caller) => {
      // Another instance, or the one that replaces this one, is ready in a moment.
      if (isClosed) throw new Unavailable('This instance is stopping.')
      budget.take(caller)
      try {
        const stream = await listeners.open(cursor ?? (await store.findEnd()))
        stream.once('close', () => budget.give(caller))
        if (isClosed) stream.end()
        onFollow()
        return stream
      } catch (error) {
        budget.give(caller)
        throw error
      }
    },
    wake: listeners.wake,
    get listeners() {
      return listeners.count
    },
    close: () => {
      isClosed = true
      clearInterval(heartbeat)
      listeners.end()
    },
  }
}

/** Limits how many streams are open, in total and by each caller. */
function createBudget({ max, maxPerCaller }: { max: number; maxPerCaller: number }) {
  // Only callers who have a stream.
  const held = new Map<string, number>()
  let taken = 0
  return {
    take: (caller: string): void => {
      const before = held.get(caller) ?? 0
      if (before >= maxPerCaller)
        throw new RateLimited(
          'Too many streams are open from this network. Close some, or poll /changes.',
          TRY_LATER,
        )
      if (taken >= max)
        throw new Overloaded(
          'Too many clients are following changes here. Try again, or poll /changes.',
          TRY_LATER,
        )
      held.set(caller, before + 1)
      taken += 1
    },
    give: (caller: string): void => {
      const left = (held.get(caller) ?? 0) - 1
      if (left > 0) held.set(caller, left)
      else held.delete(caller)
      taken -= 1
    },
  }
}

const TRY_LATER = { retryAfterSeconds: 30 }
