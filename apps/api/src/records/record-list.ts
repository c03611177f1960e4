import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { withDeadline } from '../deadline.ts'
import { Unavailable } from '../errors.ts'
import { type Cursor, isAfter, type Place } from '../feed/cursor.ts'
import type { TailPage } from '../feed/tail-queries.ts'
import { createPace, shareNext } from '../limiter.ts'
import { createGzipMember, expandPiece, type Piece } from './gzip-member.ts'
import { createListParts, LIST_START, type ListParts } from './list-parts.ts'
import type { ListReads } from './list-queries.ts'

/**
 * The map of all public records, as one server shows it. It is kept compressed, so that a request costs only the changes since
 * the one before.
 */
export type RecordList = {
  /** Contains what was committed before the call. Rejects with `Unavailable` if the database does not respond. */
  find(): Promise<FoundList>
}

export type FoundList = {
  /** Differs whenever the records do. */
  version: string
  /** The last settled change: changes that become visible later come after it. */
  end: Cursor
  /**
   * The JSON text, with `gzip` as one gzip member. It may contain later changes. While it is built, which takes more than
   * three seconds for a million records, the text begins late; if that fails, so does the stream.
   */
  open(options: { gzip: boolean }): Promise<Readable>
}

/** The list up to a place in the feed. */
type Mirror = { page: TailPage; parts: ListParts }

// A request waits for one check at most, then for its own.
const CHECK_MILLISECONDS = 1500
const BATCH_RECORDS = 5000
// A failure until then has a response of its own.
const BEGIN_MILLISECONDS = 1000
const IDLE_MILLISECONDS = 600_000
// Smaller writes cost more CPU time; a reader that stalls holds two.
const CHUNK_BYTES = 32_768
// A fast reader takes each chunk at once.
const CHUNKS_PER_TURN = 8

export function createRecordList(
  reads: ListReads,
  { maxReplacedBytes = 64 * 1024 * 1024 }: { maxReplacedBytes?: number } = {},
): RecordList {
  const { check, build } = createMirrors(reads, maxReplacedBytes)
  const inTurn = createPace(CHUNKS_PER_TURN)
  return {
    find: async () => {
      const { page, mirror } = await check()
      return {
        ...stateOf(page),
        open: async ({ gzip }) => {
          const isReady = mirror !== undefined
          const opening = isReady ? Promise.resolve(mirror) : build()
          // A failure after that ends the stream.
          opening.catch(() => {})
          if (!isReady) await Promise.race([opening, sleep(BEGIN_MILLISECONDS, undefined, { ref: false })])
          return Readable.from(writeText(opening, { gzip, isReady, inTurn }), { objectMode: false })
        },
      }
    },
  }
}

/** The current list, if there is one, brought up to date by each check. */
function createMirrors(reads: ListReads, maxReplacedBytes: number) {
  let mirror: Mirror | undefined
  let replaced: WeakRef<ListParts>[] = []
  const idle = setTimeout(() => replace(undefined), IDLE_MILLISECONDS).unref()

  /** What slow readers still hold is cut beyond a total size, the oldest first. */
  function replace(next: Mirror | undefined): void {
    const held = replaced.flatMap((parts) => parts.deref() ?? [])
    if (mirror !== undefined) held.unshift(mirror.parts)
    let bytes = 0
    const kept = held.filter((parts, index) => {
      bytes += parts.bytes
      return index === 0 || bytes <= maxReplacedBytes
    })
    for (const parts of held) if (!kept.includes(parts)) parts.cut()
    replaced = kept.map((parts) => new WeakRef(parts))
    mirror = next
  }

  const check = shareNext(async (): Promise<{ page: TailPage; mirror?: Mirror }> => {
    idle.refresh()
    const known = mirror
    const page = await withDeadline(CHECK_MILLISECONDS, () => readPage(reads, known?.page.end), tooSlow)
    // It may have been built meanwhile, from an earlier place than this page.
    if (known === undefined || known !== mirror) return { page }
    if (known.parts.isSparse || !continues(page, known.page)) {
      replace(undefined)
      return { page }
    }
    await known.parts.change(toRecords(page))
    known.page = page
    return { page, mirror: known }
  })

  /** A list that contains what was committed before the call. */
  const build = shareNext(async (): Promise<Mirror> => {
    const { page, mirror } = await check()
    if (mirror !== undefined) return mirror
    // It may have changes that the page lacks; the next check makes them again.
    const built = { page, parts: await buildParts(page, reads) }
    replace(built)
    return built
  })

  return { check, build }
}

/** What has changed since a place; without one, only what is not settled. */
async function readPage(reads: ListReads, place?: Place): Promise<TailPage> {
  const page = await reads.findAfter(place ?? (await reads.findEnd()).end)
  if (page.isSettled) return { ...page, end: latest([page.pruned, page.end]) }
  await reads.settle()
  return readPage(reads)
}

async function buildParts(page: TailPage, { findListBatch }: ListReads): Promise<ListParts> {
  const parts = createListParts()
  const read = (after?: string) => findListBatch({ after, size: BATCH_RECORDS })
  for (let batch = await read(); batch.records.length > 0; ) {
    if (batch.server !== page.server || batch.incarnation !== page.incarnation) throw moved()
    // The database reads the next batch while this one is compressed.
    const next = read(batch.records.at(-1)?.[0])
    next.catch(() => {})
    await parts.change(
      new Map(batch.records.map(([userId, username, timezone]) => [userId, { username, timezone }])),
    )
    batch = await next
  }
  return parts
}

/** False if the page does not tell everything that has changed since the one before. */
function continues(page: TailPage, before: TailPage): boolean {
  const isSameServer = page.server === before.server && page.incarnation === before.incarnation
  const isWhole = page.cut === undefined && !isAfter(page.pruned, before.end)
  return isSameServer && isWhole && page.below >= before.below
}

function toRecords({ settled, unsettled }: TailPage) {
  return new Map([...settled, ...unsettled].map(({ userId, record }) => [userId, record]))
}

function stateOf(page: TailPage): { version: string; end: Cursor } {
  const newest = latest([page.end, ...page.unsettled.map(({ place }) => place)])
  // While a transaction is in progress, or changes are missing here, the newest does not determine which others are visible.
  const snapshot = newest.txid < page.below && page.cut === undefined ? '' : page.snapshot
  const state = [page.incarnation, newest.txid, newest.seq, snapshot].join(' ')
  return {
    end: { incarnation: page.incarnation, place: page.end },
    version: hash('sha256', state, 'base64url').slice(0, 22),
  }
}

function latest(places: readonly Place[]): Place {
  return places.reduce((last, place) => (isAfter(place, last) ? place : last))
}

async function* writeText(
  opening: Promise<Mirror>,
  { gzip, isReady, inTurn }: { gzip: boolean; isReady: boolean; inTurn: () => Promise<void> },
): AsyncGenerator<Buffer> {
  const member = createGzipMember()
  const bytesOf = (piece: Piece) => (gzip ? member.add(piece) : expandPiece(piece))
  let chunks = [...(gzip ? [member.header] : []), bytesOf(LIST_START)]
  const take = () => {
    const taken = Buffer.concat(chunks)
    chunks = []
    return taken
  }
  // Until the first bytes are written, the response has not begun.
  if (!isReady) yield take()
  const { parts } = await opening
  let bytes = 0
  for (const piece of parts.read()) {
    const chunk = bytesOf(piece)
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes < CHUNK_BYTES) continue
    await inTurn()
    yield take()
    bytes = 0
  }
  if (gzip) chunks.push(member.trailer())
  yield take()
}

const RETRY_SOON = { retryAfterSeconds: 1 }

function tooSlow(cause: Error): Error {
  return new Unavailable('The database takes too long to respond. Try again in a moment.', {
    ...RETRY_SOON,
    cause,
  })
}

function moved(): Error {
  return new Unavailable('The list was read from two servers. Try again in a moment.', RETRY_SOON)
}
