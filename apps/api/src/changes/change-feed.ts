import { PassThrough, type Readable } from 'node:stream'
import type { Logger } from '../logger.ts'
import type { ChangeStore, LoggedChange } from './change-store.ts'
import { type Cursor, formatCursor } from './cursor.ts'

/** The change log as it grows, for any number of listeners at the price of one reader. */
export type ChangeFeed = {
  /**
   * The changes after the cursor, then those to come, as Server-Sent Events; from now on where there is no cursor.
   * `expired` when changes after the cursor are gone, `full` when there are too many listeners.
   */
  follow(cursor: Cursor | undefined): Promise<Readable | 'expired' | 'full'>
  /** Something has changed: look at once rather than at the next turn. */
  wake(): void
  /** Ends every stream; the listeners connect again, elsewhere. */
  close(): void
}

type Listener = { stream: PassThrough; after: Cursor; waiting: LoggedChange[] | undefined }

const PAGE_CHANGES = 500
// The wake-up is the mechanism. This is for changes that become visible later than it, and for a Redis that is down.
const POLL_MILLISECONDS = 500
// Several pages of the longest names. Whoever reads so slowly is cut off, and goes on from its last event when it is back.
const MAX_BUFFERED_BYTES = 4_000_000

export function createChangeFeed({
  store,
  logger,
  maxListeners = 10_000,
  heartbeatMilliseconds = 15_000,
}: {
  store: Pick<ChangeStore, 'findAfter' | 'findState'>
  logger: Logger
  maxListeners?: number
  heartbeatMilliseconds?: number
}): ChangeFeed {
  const listeners = new Set<Listener>()
  let readUpTo: Cursor | undefined
  let reading = false
  let again = false
  let closed = false

  const polling = setInterval(() => void read(), POLL_MILLISECONDS).unref()
  const heartbeat = setInterval(() => {
    for (const { stream } of listeners) stream.write(': still here\n\n')
  }, heartbeatMilliseconds).unref()

  /** Reads what is new and passes it on; once at a time, and once more when it was woken meanwhile. */
  async function read(): Promise<void> {
    if (listeners.size === 0 || readUpTo === undefined || closed) return
    again = true
    if (reading) return
    reading = true
    try {
      while (again && readUpTo !== undefined) {
        again = false
        const changes: LoggedChange[] | undefined = await store.findAfter(readUpTo, PAGE_CHANGES)
        if (changes === undefined) break
        broadcast(changes)
        readUpTo = changes.at(-1)?.cursor ?? readUpTo
        again ||= changes.length === PAGE_CHANGES
      }
    } catch (error) {
      // The next turn tries again; the cursor has not moved.
      logger.warn({ err: error }, 'The change log could not be read')
    } finally {
      reading = false
    }
  }

  function broadcast(changes: LoggedChange[]): void {
    const written = changes.map((change) => ({ change, text: format(change) }))
    for (const listener of listeners) {
      if (listener.waiting !== undefined) listener.waiting.push(...changes)
      else for (const { change, text } of written) send(listener, change, text)
    }
  }

  function send(listener: Listener, { cursor }: LoggedChange, text: string): void {
    if (!isAfter(cursor, listener.after)) return
    listener.after = cursor
    listener.stream.write(text)
    if (listener.stream.writableLength > MAX_BUFFERED_BYTES) listener.stream.destroy()
  }

  /** From the log up to where the broadcasts go on, which wait meanwhile: nothing is missed or comes twice. */
  async function catchUp(listener: Listener): Promise<boolean> {
    let page: LoggedChange[] | undefined
    do {
      page = await store.findAfter(listener.after, PAGE_CHANGES)
      if (page === undefined) return false
      for (const change of page) send(listener, change, format(change))
      if (listener.stream.writableNeedDrain) await drained(listener.stream)
    } while (page.length === PAGE_CHANGES && !listener.stream.destroyed)
    for (const change of listener.waiting ?? []) send(listener, change, format(change))
    listener.waiting = undefined
    return true
  }

  return {
    follow: async (cursor) => {
      if (listeners.size >= maxListeners || closed) return 'full'
      const { end } = await store.findState()
      // Where nobody listened, the reader stands where the last listener left it.
      if (listeners.size === 0) readUpTo = end
      const listener: Listener = { stream: new PassThrough(), after: cursor ?? end, waiting: [] }
      listeners.add(listener)
      listener.stream.once('close', () => listeners.delete(listener))
      if (cursor !== undefined && (await store.findAfter(cursor, 1)) === undefined) {
        listener.stream.destroy()
        return 'expired'
      }
      // A first line tells proxies and clients that the stream is there.
      listener.stream.write('retry: 2000\n\n')
      catchUp(listener).then(
        (isThere) => isThere || listener.stream.destroy(),
        (error) => listener.stream.destroy(error),
      )
      return listener.stream
    },
    wake: () => void read(),
    close: () => {
      closed = true
      clearInterval(polling)
      clearInterval(heartbeat)
      for (const { stream } of listeners) stream.end()
    },
  }
}

function format({ change, cursor }: LoggedChange): string {
  return `id: ${formatCursor(cursor)}\ndata: ${JSON.stringify(change)}\n\n`
}

function isAfter(a: Cursor, b: Cursor): boolean {
  return a.ord > b.ord || (a.ord === b.ord && a.position > b.position)
}

function drained(stream: PassThrough): Promise<void> {
  return new Promise((resolve) => {
    stream.once('drain', resolve)
    stream.once('close', resolve)
  })
}
