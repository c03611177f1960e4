import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { Overloaded, RateLimited } from '../errors.ts'
import type { ReadSource } from '../feed/replica/write-position.ts'
import { createBudget, limit } from '../limiter.ts'
import type { ListPage } from './list-queries.ts'
import type { RecordStore } from './record-store.ts'

/** The map of all records as JSON text, at bounded cost for any number of readers. */
export type RecordList = {
  /**
   * At most one page is read ahead of the reader, and no connection is held between pages. Rejects if the first page
   * cannot be read, with `RateLimited` if the caller has too many lists open, and with `Overloaded` if there are too many
   * in all. `caller` is the network that is counted. A reader that does not take a page within 30 s, or the whole list
   * within 15 minutes, is disconnected.
   */
  stream(caller: string, source?: ReadSource): Promise<Readable>
}

export type TimezoneListOptions = {
  store: Pick<RecordStore, 'findListPage'>
  /** How many pages are read from the database at the same time. */
  maxReads?: number
  /** How many lists may be open at the same time; each holds two pages, about 150 kB. */
  maxOpen?: number
  maxOpenPerCaller?: number
  /** How long a list waits for another one to end before it is refused. */
  timeoutMilliseconds?: number
  stallMilliseconds?: number
  /** How long a list may take in all: at 10 Mbit/s, enough for some 15 million records. */
  totalMilliseconds?: number
}

type ReadPage = (after?: string) => Promise<ListPage | undefined>

// Larger pages are hardly faster and take more memory.
const PAGE_RECORDS = 1000
// A page of ordinary records has 75,000 characters.
const MAX_STRING_LENGTH = 100_000
const RETRY_AFTER_SECONDS = 5

export function createRecordList({
  store,
  maxReads = 4,
  maxOpen = 128,
  maxOpenPerCaller = 16,
  timeoutMilliseconds = 3000,
  stallMilliseconds = 30_000,
  totalMilliseconds = 900_000,
}: TimezoneListOptions): RecordList {
  const callers = createBudget({ max: Number.POSITIVE_INFINITY, maxPerCaller: maxOpenPerCaller })
  const lists = limit({ atOnce: maxOpen, timeoutMs: timeoutMilliseconds, tooMany })
  // An open list must not be refused between two pages, so it waits for as long as a reader may stall.
  const reads = limit({ atOnce: maxReads, timeoutMs: stallMilliseconds, tooMany })

  async function open(source: ReadSource | undefined): Promise<Readable> {
    const readPage: ReadPage = (after) =>
      reads.run(() => store.findListPage({ after, size: PAGE_RECORDS, source }))
    const first = await readPage()
    const stall = createStall(stallMilliseconds, totalMilliseconds)
    const stream = Readable.from(writePages(first, readPage, stall))
    stall.cut = () => stream.destroy(new Error('The reader of a list stalled'))
    // Even if nobody ever reads.
    stall.start()
    return stream.once('close', stall.end)
  }

  return {
    stream: async (caller, source) => {
      if (callers.take(caller) !== undefined) throw callerFull()
      using held = new DisposableStack()
      held.defer(() => callers.give(caller))
      await lists.enter()
      held.defer(lists.end)
      const stream = await open(source)
      const places = held.move()
      return stream.once('close', () => places.dispose())
    },
  }
}

async function* writePages(
  first: ListPage | undefined,
  readPage: ReadPage,
  stall: Stall,
): AsyncGenerator<string | Buffer> {
  for (let page = first; page !== undefined; ) {
    // The database reads the next page while this one is converted and sent.
    const next = readPage(page.lastUserId)
    // Not awaited if the reader has disconnected.
    next.catch(() => {})
    // By then the query is on its way.
    await setImmediate()
    const chunk = toChunk(`${page === first ? '{' : ','}${page.toJson()}`)
    stall.start()
    yield chunk
    stall.stop()
    page = await next
  }
  stall.start()
  yield first === undefined ? '{}' : '}'
}

/**
 * Until it is flattened, a string is a tree of thousands of pieces, several times as large. V8 flattens it to look for a
 * character. Each Buffer makes V8 collect its heap sooner, but a long string takes more memory than its bytes while it is
 * sent.
 */
function toChunk(text: string): string | Buffer {
  if (text.length > MAX_STRING_LENGTH) return Buffer.from(text)
  text.charCodeAt(0)
  return text
}

function tooMany(): Error {
  const message = 'Too many lists are being read. Try again in a few seconds, or follow /changes.'
  return new Overloaded(message, { retryAfterSeconds: RETRY_AFTER_SECONDS })
}

function callerFull(): Error {
  const message = 'Too many lists are being read from this network. Wait until one has ended.'
  return new RateLimited(message, { retryAfterSeconds: RETRY_AFTER_SECONDS })
}

/** A timer that runs while the reader has data to take, and one for the whole list, which `end` stops as well. */
type Stall = { start(): void; stop(): void; end(): void; cut: () => void }

function createStall(milliseconds: number, totalMilliseconds: number): Stall {
  let timer: NodeJS.Timeout | undefined
  const total = setTimeout(() => stall.cut(), totalMilliseconds).unref()
  const stall: Stall = {
    start: () => {
      clearTimeout(timer)
      timer = setTimeout(() => stall.cut(), milliseconds).unref()
    },
    stop: () => clearTimeout(timer),
    end: () => {
      stall.stop()
      clearTimeout(total)
    },
    cut: () => {},
  }
  return stall
}
