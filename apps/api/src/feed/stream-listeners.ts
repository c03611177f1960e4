import { PassThrough } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { withDeadline } from '../deadline.ts'
import { CursorExpired, Unavailable } from '../errors.ts'
import type { Logger } from '../logger.ts'
import type { ChangeStore, FeedChange } from './change-store.ts'
import { type Cursor, formatCursor } from './cursor.ts'

/** The open streams of events. Nothing is queued in one: its next page is read once the previous one has been sent. */
export type Listeners = {
  /** A stream of the changes after the cursor. Rejects if its first page cannot be read. */
  open(cursor: Cursor): Promise<PassThrough>
  /** There may be changes after every cursor. */
  wake(): void
  /** Sends each listener its cursor again, so that proxies see traffic and the client can resume from there. */
  beat(): Promise<void>
  /** Ends every stream; the clients connect again. */
  end(): void
  readonly count: number
}

export type ListenerOptions = {
  store: Pick<ChangeStore, 'findAfter'>
  logger: Logger
  /** How long a listener may stall before it is disconnected. */
  stallMilliseconds?: number
  /** How long a page may take to read. */
  deadlineMilliseconds?: number
}

type Listener = {
  readonly stream: PassThrough
  /** The cursor that it has received last, as it is sent. */
  id: string
  /** Settled once its first page has been read. */
  readonly started: PromiseWithResolvers<void>
  group?: Set<Listener>
  stall?: NodeJS.Timeout
}

/** Listeners that have received everything up to a cursor, and share the page after it. */
type Group = { cursor: Cursor; listeners: Set<Listener>; seenWakes: number }

// The memory that a stalled listener holds: about 15 kB, or 220 kB with the longest names and weeks.
const PAGE_CHANGES = 100
// Listeners that are far behind must not use up the pool.
const MAX_READS = 2
// In one turn of the event loop: writing to 5,000 streams at once would block every other request for 300 ms.
const WRITES_PER_TURN = 50
const RETRY_MILLISECONDS = 500
// Instead of a number of wake-ups: there are changes, even without another.
const BEHIND = -1

export function createListeners({
  store,
  logger,
  stallMilliseconds = 30_000,
  deadlineMilliseconds = 5000,
}: ListenerOptions): Listeners {
  const open = new Set<Listener>()
  const inTurn = createPace(WRITES_PER_TURN)
  const groups = createGroups(logger, async ({ cursor, listeners, seenWakes }) => {
    const find = () => store.findAfter(cursor, PAGE_CHANGES)
    const page = await withDeadline(deadlineMilliseconds, find, tooSlow)
    if (page === undefined) return listeners.forEach(expire)
    const events = Buffer.from(page.changes.map(toEvent).join(''))
    const id = formatCursor(page.cursor)
    for (const listener of listeners) {
      if (events.length > 0) await inTurn()
      listener.id = id
      listener.started.resolve()
      const rejoin = () => groups.join(listener, page.cursor, page.more ? BEHIND : seenWakes)
      if (events.length === 0) rejoin()
      else write(listener, { events, stallMilliseconds, onSent: rejoin })
    }
  })
  return {
    open: async (cursor) => {
      const listener = createListener(cursor)
      const { stream } = listener
      open.add(listener)
      stream.once('close', () => open.delete(listener))
      groups.join(listener, cursor, BEHIND)
      await listener.started.promise
      return stream
    },
    wake: groups.wake,
    beat: async () => {
      for (const listener of open) {
        await inTurn()
        const { stream, id } = listener
        if (stream.writable && !stream.writableNeedDrain) stream.write(`id: ${id}\n\n`)
      }
    },
    end: () => open.forEach(({ stream }) => void stream.end()),
    get count() {
      return open.size
    },
  }
}

function createListener(cursor: Cursor): Listener {
  const id = formatCursor(cursor)
  const listener: Listener = { stream: new PassThrough(), id, started: Promise.withResolvers() }
  const { stream, started } = listener
  stream.write(`retry: 2000\nid: ${id}\n\n`)
  stream.once('close', () => {
    listener.group?.delete(listener)
    clearTimeout(listener.stall)
  })
  started.promise.catch(() => stream.destroy())
  return listener
}

/** Disconnects a client that has started; it connects again with its last cursor, and gets the error then. */
function expire({ started, stream }: Listener): void {
  started.reject(new CursorExpired())
  stream.end()
}

/** Calls `onSent` once the client has taken the events, and disconnects it if that takes too long. */
function write(
  listener: Listener,
  { events, stallMilliseconds, onSent }: { events: Buffer; stallMilliseconds: number; onSent: () => void },
): void {
  const { stream } = listener
  if (!stream.writable) return
  if (stream.write(events)) return void onSent()
  listener.stall = setTimeout(() => stream.destroy(), stallMilliseconds).unref()
  stream.once('drain', () => {
    clearTimeout(listener.stall)
    onSent()
  })
}

/** The groups that wait for changes; `serve` reads those that may be behind, two at a time. */
function createGroups(logger: Logger, serve: (group: Group) => Promise<void>) {
  const groups = new Map<string, Group>()
  let wakes = 0
  let reads = 0

  function join(listener: Listener, cursor: Cursor, seenWakes: number): void {
    if (!listener.stream.writable) return
    // Those who have everything are not read again for one who has not.
    const key = seenWakes === BEHIND ? `${listener.id} behind` : listener.id
    const group = groups.get(key) ?? { cursor, listeners: new Set(), seenWakes }
    groups.set(key, group)
    group.seenWakes = Math.min(group.seenWakes, seenWakes)
    listener.group = group.listeners.add(listener)
    if (seenWakes < wakes) setImmediate(startReads)
  }

  function startReads(): void {
    for (const [key, group] of groups) {
      if (reads === MAX_READS) return
      if (group.seenWakes === wakes) continue
      // Who joins from now on may know of a change that this query does not see.
      groups.delete(key)
      if (group.listeners.size > 0) void read(group)
    }
  }

  async function read(group: Group): Promise<void> {
    reads += 1
    group.seenWakes = wakes
    await serve(group).catch((error: unknown) => {
      logger.warn({ err: error }, 'Could not read the change feed')
      const rejoin = (listener: Listener) => join(listener, group.cursor, BEHIND)
      setTimeout(() => group.listeners.forEach(rejoin), RETRY_MILLISECONDS).unref()
      for (const { started } of group.listeners) started.reject(error)
    })
    reads -= 1
    startReads()
  }

  return {
    join,
    wake: () => {
      wakes += 1
      setImmediate(startReads)
    },
  }
}

/** Waits for the next turn of the event loop after a few writes, so that requests are served in between. */
function createPace(perTurn: number): () => Promise<void> | undefined {
  let writes = 0
  return () => {
    writes += 1
    return writes % perTurn === 0 ? nextTurn() : undefined
  }
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
