import { TaskCancelledError, TimeoutStrategy, timeout } from 'cockatiel'
import { Unavailable } from '../errors.ts'
import type { ChangePage, ChangeStore, FeedChange } from './change-store.ts'
import { type Cursor, formatCursor } from './cursor.ts'

/** A page of changes as Server-Sent Events, in one buffer that all its listeners share. */
type EventPage = { events: Buffer; cursor: Cursor; more: boolean }

/** Reads the feed for many listeners: requests for the same cursor in one turn of the event loop share a query. */
export type ChangeReader = {
  /** Undefined if the cursor has expired. Rejects with `Unavailable` after the deadline. */
  read(cursor: Cursor): Promise<EventPage | undefined>
}

type Read = PromiseWithResolvers<EventPage | undefined> & { cursor: Cursor }

// The memory that a stalled listener holds: about 15 kB, or 110 kB with the longest names.
const PAGE_CHANGES = 100
// Listeners that are far behind must not use up the pool.
const MAX_READS = 2
const DEADLINE_MILLISECONDS = 5000

export function createChangeReader({
  store,
  maxReads = MAX_READS,
  deadlineMilliseconds = DEADLINE_MILLISECONDS,
}: {
  store: Pick<ChangeStore, 'findAfter'>
  maxReads?: number
  deadlineMilliseconds?: number
}): ChangeReader {
  const deadline = timeout(deadlineMilliseconds, TimeoutStrategy.Aggressive)
  // In the order of the requests. A listener requests one page at a time.
  const waiting = new Map<string, Read>()
  let reading = 0

  function startNext(): void {
    for (const [key, read] of waiting) {
      if (reading >= maxReads) return
      // A later reader may know of a change that this query does not see.
      waiting.delete(key)
      reading += 1
      void carryOut(read)
    }
  }

  async function carryOut({ cursor, resolve, reject }: Read): Promise<void> {
    try {
      const page = await deadline.execute(() => store.findAfter(cursor, PAGE_CHANGES))
      resolve(page && toEvents(page))
    } catch (error) {
      reject(error instanceof TaskCancelledError ? tooSlow(error) : error)
    }
    reading -= 1
    startNext()
  }

  return {
    read: (cursor) => {
      const key = formatCursor(cursor)
      const waitingRead = waiting.get(key)
      if (waitingRead !== undefined) return waitingRead.promise
      const read: Read = { cursor, ...Promise.withResolvers() }
      waiting.set(key, read)
      setImmediate(startNext)
      return read.promise
    },
  }
}

function toEvents({ changes, cursor, more }: ChangePage): EventPage {
  return { events: Buffer.from(changes.map(toEvent).join('')), cursor, more }
}

function toEvent({ change, cursor }: FeedChange): string {
  return `id: ${formatCursor(cursor)}\ndata: ${JSON.stringify(change)}\n\n`
}

function tooSlow(cause: Error): Error {
  return new Unavailable('The database does not answer. Try again in a few seconds.', {
    retryAfterSeconds: 5,
    cause,
  })
}
