import type { Readable } from 'node:stream'
import { type Budget, createBudget } from '../budget.ts'
import { CursorExpired, Overloaded, RateLimited, Unavailable } from '../errors.ts'
import type { Logger } from '../logger.ts'
import { type ChangeListener, createChangeListener } from './change-listener.ts'
import { createChangeReader } from './change-reader.ts'
import type { ChangeStore } from './change-store.ts'
import type { Cursor } from './cursor.ts'
import { createPace } from './pace.ts'

/** The change feed as streams of Server-Sent Events. */
export type ChangeFeed = {
  /**
   * The changes after the cursor, then future ones; without a cursor, only future ones. `caller` is the network that is
   * counted. Rejects with `CursorExpired`, with `RateLimited` if the caller has too many streams, with `Overloaded` if
   * there are too many in all, with `Unavailable` once the feed is closed.
   */
  follow(cursor: Cursor | undefined, caller: string): Promise<Readable>
  /** Reads immediately instead of at the next poll, because something has changed. */
  wake(): void
  /** The number of open streams. */
  readonly listeners: number
  /** Ends every stream and accepts no more, so that clients connect to another instance. */
  close(): void
}

export type ChangeFeedOptions = {
  store: Pick<ChangeStore, 'findAfter' | 'findState'>
  logger: Logger
  /** Called when a stream has been opened. */
  onFollow?: () => void
  maxListeners?: number
  maxListenersPerCaller?: number
  /** Replaces the two bounds above. */
  budget?: Budget
  heartbeatMilliseconds?: number
  /** How long a listener may stall before it is disconnected. */
  stallMilliseconds?: number
}

const RETRY_AFTER_SECONDS = 30
// In one turn of the event loop: two milliseconds of work at most. Writing to 5,000 streams at once would block every other
// request for 300 ms.
const READS_PER_TURN = 1000
const WRITES_PER_TURN = 50

export function createChangeFeed({
  store,
  logger,
  onFollow = () => {},
  maxListeners = 10_000,
  maxListenersPerCaller = 200,
  budget = createBudget({ max: maxListeners, maxPerCaller: maxListenersPerCaller }),
  heartbeatMilliseconds = 15_000,
  stallMilliseconds = 30_000,
}: ChangeFeedOptions): ChangeFeed {
  const reader = createChangeReader({ store })
  const pace = { reads: createPace(READS_PER_TURN), writes: createPace(WRITES_PER_TURN) }
  const listeners = startListeners({ heartbeatMilliseconds })
  const onError = (error: unknown) => logger.warn({ err: error }, 'Could not read the change feed')

  /** The cursor to start from, which was valid a moment ago. */
  async function startOf(cursor: Cursor | undefined): Promise<Cursor> {
    if (cursor === undefined) return (await store.findState()).end
    if ((await reader.read(cursor)) === undefined) throw new CursorExpired(EXPIRED)
    return cursor
  }

  return {
    follow: async (cursor, caller) => {
      // Another instance, or the one that replaces this one, is ready in a moment.
      if (listeners.areClosed) throw new Unavailable('This instance is stopping.', { retryAfterSeconds: 1 })
      const full = budget.take(caller)
      if (full !== undefined) throw tooManyStreams(full)
      try {
        const start = await startOf(cursor)
        const listener = createChangeListener({ reader, cursor: start, ...pace, stallMilliseconds, onError })
        listener.stream.once('close', () => budget.give(caller))
        listeners.add(listener)
        onFollow()
        return listener.stream
      } catch (error) {
        budget.give(caller)
        throw error
      }
    },
    wake: listeners.wake,
    get listeners() {
      return listeners.count
    },
    close: listeners.close,
  }
}

/** The open streams, polled and kept alive until they are closed. */
function startListeners({ heartbeatMilliseconds }: { heartbeatMilliseconds: number }) {
  const open = new Set<ChangeListener>()
  const forEachListener = (action: 'wake' | 'beat' | 'close') => {
    for (const listener of open) listener[action]()
  }
  const wake = () => forEachListener('wake')
  const timers = [setInterval(() => forEachListener('beat'), heartbeatMilliseconds).unref()]
  let areClosed = false

  return {
    get count() {
      return open.size
    },
    get areClosed() {
      return areClosed
    },
    add: (listener: ChangeListener) => {
      open.add(listener)
      listener.stream.once('close', () => open.delete(listener))
      if (areClosed) listener.close()
      else listener.wake()
    },
    wake,
    close: () => {
      areClosed = true
      for (const timer of timers) clearInterval(timer)
      forEachListener('close')
    },
  }
}

/** The message of the 410 for an expired cursor: how to continue. */
export const EXPIRED =
  'The changes after this cursor are no longer available. Start again: read GET /list, then follow its Changes-Cursor header.'

function tooManyStreams(reason: 'full' | 'caller_full'): Error {
  const retryAfterSeconds = RETRY_AFTER_SECONDS
  return reason === 'full'
    ? new Overloaded('Too many clients are following changes here. Try again, or poll /changes.', {
        retryAfterSeconds,
      })
    : new RateLimited('Too many streams are open from this network. Close some, or poll /changes.', {
        retryAfterSeconds,
      })
}
