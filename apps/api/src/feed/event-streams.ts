import { PassThrough, type Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { withDeadline } from '../deadline.ts'
import { CursorExpired, RateLimited, Unavailable } from '../errors.ts'
import type { Logger } from '../logger.ts'
import { shareNext } from '../semaphore.ts'
import type { ChangeStore, FeedChange } from './change-store.ts'
import { type Cursor, formatCursor } from './cursor.ts'
import type { Tail } from './tail.ts'

/** The change feed as streams of Server-Sent Events. */
export type EventStreams = {
  /**
   * The changes after the cursor, then future ones; without a cursor, only future ones. `caller` is the network that is
   * counted. Rejects with `CursorExpired`, with `RateLimited` if the caller has too many streams, with `Unavailable` once
   * the feed is closed.
   */
  follow(cursor: Cursor | undefined, caller: string): Promise<Readable>
  /** The number of open streams. */
  readonly listeners: number
  /** Ends every stream and accepts no more, so that clients connect to another instance. */
  close(): void
} & Disposable

export type EventStreamsOptions = {
  store: Pick<ChangeStore, 'findAfter' | 'findEnd'>
  tail: Pick<Tail, 'listen' | 'wake'>
  logger: Logger
  maxListenersPerCaller?: number
  heartbeatMilliseconds?: number
  /** How long a listener may stall before it is disconnected. */
  stallMilliseconds?: number
  /** How long a page may take to read. */
  deadlineMilliseconds?: number
}

/** Nothing is queued in its stream: its next page is read once the previous one has been sent. */
type Listener = {
  readonly stream: PassThrough
  readonly caller: string
  cursor: Cursor
  /** The cursor as it was sent. */
  id: string
  /** Settled once its first page has been read. */
  readonly started: PromiseWithResolvers<void>
  stall?: NodeJS.Timeout
}

// The memory that a stalled listener holds: about 15 kB, or 220 kB with the longest names and weeks.
const PAGE_CHANGES = 100
// Listeners that are far behind must not use up the pool.
const MAX_READS = 2
// In one turn of the event loop: writing to 5,000 streams at once would block every other request for 300 ms.
const WRITES_PER_TURN = 50
const RETRY_MILLISECONDS = 500

export function createEventStreams(options: EventStreamsOptions): EventStreams {
  const { store, tail, heartbeatMilliseconds = 15_000, maxListenersPerCaller = 200 } = options
  const { open, add, beat, wake } = createListeners(options)
  // Many clients connect again at the same time, and the pool has few connections.
  const findEnd = shareNext(() => store.findEnd())
  const heartbeat = setInterval(() => void beat(), heartbeatMilliseconds).unref()
  let isClosed = false
  tail.listen({
    onPage: ({ settled }) => {
      if (settled.length > 0) wake()
    },
    onReset: wake,
    need: () => (open.size > 0 ? 'quick' : 'rest'),
  })

  function requirePlace(caller: string): void {
    // Another instance, or the one that replaces this one, is ready in a moment.
    if (isClosed) throw new Unavailable('This instance is stopping.')
    const own = [...open].filter((listener) => listener.caller === caller)
    if (own.length >= maxListenersPerCaller)
      throw new RateLimited('Too many streams are open from this network. Close some, or poll /changes.', {
        retryAfterSeconds: 30,
      })
  }

  function close(): void {
    isClosed = true
    clearInterval(heartbeat)
    for (const { stream } of open) stream.end()
  }

  return {
    follow: async (given, caller) => {
      requirePlace(caller)
      const cursor = given ?? (await findEnd())
      requirePlace(caller)
      const listener = add(cursor, caller)
      tail.wake()
      await listener.started.promise
      return listener.stream
    },
    get listeners() {
      return open.size
    },
    close,
    [Symbol.dispose]: close,
  }
}

function createListeners(options: EventStreamsOptions) {
  const open = new Set<Listener>()
  const inTurn = createPace()
  const { request, wake, leave } = createReads(options, inTurn)
  return {
    open,
    wake,
    /** If its first page cannot be read, it is not open any more, and `started` rejects. */
    add: (cursor: Cursor, caller: string): Listener => {
      const [stream, started] = [new PassThrough(), Promise.withResolvers<void>()]
      const listener: Listener = { stream, started, caller, cursor, id: formatCursor(cursor) }
      const end = () => {
        open.delete(listener)
        leave(listener)
        stream.destroy()
      }
      open.add(listener)
      stream.once('close', end)
      stream.write(`retry: 2000\nid: ${listener.id}\n\n`)
      request(listener)
      started.promise.catch(end)
      return listener
    },
    /** Sends each listener its cursor again, so that proxies see traffic and the client can resume from there. */
    beat: async (): Promise<void> => {
      for (const { stream, id } of open) {
        await inTurn()
        if (stream.writable && !stream.writableNeedDrain) stream.write(`id: ${id}\n\n`)
      }
    },
  }
}

/** Reads the next pages of listeners, two at a time. Those at the same cursor share a page. */
function createReads(options: EventStreamsOptions, inTurn: Pace) {
  const due = new Map<string, Set<Listener>>()
  // Those that had everything when they were last read.
  const current = new Set<Listener>()
  let [reads, wakes] = [0, 0]

  function request(...listeners: Listener[]): void {
    for (const listener of listeners)
      if (listener.stream.writable) due.set(listener.id, (due.get(listener.id) ?? new Set()).add(listener))
    setImmediate(startReads)
  }

  function startReads(): void {
    for (const [id, listeners] of due) {
      if (reads === MAX_READS) return
      due.delete(id)
      reads += 1
      void read(listeners).finally(() => {
        reads -= 1
        startReads()
      })
    }
  }

  async function read(listeners: ReadonlySet<Listener>): Promise<void> {
    const seenWakes = wakes
    await sendPage(listeners, { ...options, inTurn }, (listener, more) => {
      // A change that was made during the query may be missing from the page.
      if (more || seenWakes < wakes) request(listener)
      else current.add(listener)
    }).catch((error: unknown) => {
      options.logger.warn({ err: error }, 'Could not read the change feed')
      setTimeout(() => request(...listeners), RETRY_MILLISECONDS).unref()
      // Ends those that have not begun.
      for (const { started } of listeners) started.reject(error)
    })
  }

  return {
    request,
    wake: () => {
      wakes += 1
      request(...current)
      current.clear()
    },
    leave: (listener: Listener) => {
      clearTimeout(listener.stall)
      current.delete(listener)
      due.get(listener.id)?.delete(listener)
    },
  }
}

/** Sends listeners the page after their cursor; `onSent` is called for each once its client has taken it. */
async function sendPage(
  listeners: ReadonlySet<Listener>,
  { store, stallMilliseconds, deadlineMilliseconds = 5000, inTurn }: EventStreamsOptions & { inTurn: Pace },
  onSent: (listener: Listener, more: boolean) => void,
): Promise<void> {
  const [first] = listeners
  if (first === undefined) return
  const find = () => store.findAfter(first.cursor, PAGE_CHANGES)
  const page = await withDeadline(deadlineMilliseconds, find)
  if (page === undefined) return listeners.forEach(expire)
  const { changes, cursor, more } = page
  const events = Buffer.from(changes.map(toEvent).join(''))
  const id = formatCursor(cursor)
  for (const listener of listeners) {
    if (events.length > 0) await inTurn()
    Object.assign(listener, { cursor, id })
    listener.started.resolve()
    send(listener, events, () => onSent(listener, more), stallMilliseconds)
  }
}

/** Disconnects a client that takes too long. */
function send(listener: Listener, events: Buffer, onSent: () => void, stallMilliseconds = 30_000): void {
  const { stream } = listener
  if (!stream.writable) return
  if (events.length === 0 || stream.write(events)) return void onSent()
  listener.stall = setTimeout(() => stream.destroy(), stallMilliseconds).unref()
  stream.once('drain', () => {
    clearTimeout(listener.stall)
    onSent()
  })
}

/** Disconnects a client that has started; it connects again with its last cursor, and gets the error then. */
function expire({ started, stream }: Listener): void {
  started.reject(new CursorExpired())
  stream.end()
}

type Pace = () => Promise<void> | undefined

/** Waits for the next turn of the event loop after a few writes, so that requests are served in between. */
function createPace(): Pace {
  let writes = 0
  return () => {
    writes += 1
    return writes % WRITES_PER_TURN === 0 ? nextTurn() : undefined
  }
}

function toEvent({ change, cursor }: FeedChange): string {
  return `id: ${formatCursor(cursor)}\ndata: ${JSON.stringify(change)}\n\n`
}
