import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { constants, crc32, deflateRaw, inflateRaw } from 'node:zlib'
import { withDeadline } from '../deadline.ts'
import { Unavailable } from '../errors.ts'
import { type Cursor, isAfter, type Place } from '../feed/cursor.ts'
import { findSettledEnd, isSameServer, type TailPage } from '../feed/tail-queries.ts'
import { shareNext } from '../semaphore.ts'
import { type ListQueries, reusedFor } from './list-queries.ts'

/**
 * The map of all public records as one compressed snapshot. On request, it is built again if something has changed, at
 * most once in 20 × the time that building takes; none that is returned began more than a minute ago.
 */
export type RecordList = {
  /** Rejects with `Unavailable` if the database does not respond. */
  find(): Promise<FoundList>
}

type FoundList = {
  /** Every change up to it is in the list, which may contain later ones: those are after it in `/changes`. */
  end: Cursor
  /** Of its bytes; undefined while it is built. */
  etag: string | undefined
  /** The JSON text, compressed. While it is built, the stream waits for the rest; if that fails, so does the stream. */
  open(): Readable
  /** The same, not compressed. All readers of a part share what was expanded. */
  expand(): Readable
}

/** A part of the compressed stream that can be expanded on its own. */
type Part = { gzipped: Buffer; text?: () => Promise<Buffer> }

type Snapshot = {
  /** Where the feed was when it began. */
  page: TailPage
  parts: Part[]
  /** When it was known to be current, by `performance.now()`. */
  currentAt: number
  /** How long it took to build; undefined until it is complete. */
  taken?: number
  etag?: string
  error?: unknown
  /** Settled at the end or the error; never rejects. */
  built?: Promise<void>
  /** Settled at the next chunk, the end or the error. */
  grown: PromiseWithResolvers<void>
}

const CHECK_MILLISECONDS = 1500
const BATCH_RECORDS = 5000
// A failure until then has a response of its own.
const BEGIN_MILLISECONDS = 1000
const IDLE_MILLISECONDS = 600_000
// What begins and ends a gzip member (RFC 1952): the format and nothing optional; an empty last block.
const GZIP_HEAD = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]
const LAST_BLOCK = [3, 0]

export function createRecordList(
  queries: ListQueries,
  /** Whether a list may be returned after a change. */
  { isReused = true }: { isReused?: boolean } = {},
): RecordList {
  const refresh = createRefresh(queries, isReused)
  return {
    find: async () => {
      const snapshot = await refresh()
      const { page, etag } = snapshot
      return {
        end: { incarnation: page.incarnation, place: page.end },
        etag,
        open: () => Readable.from(readGzipped(snapshot), { objectMode: false }),
        expand: () => Readable.from(readText(snapshot), { objectMode: false }),
      }
    },
  }
}

/** Returns what resolves to the list to send, complete or being built. */
function createRefresh(queries: ListQueries, isReused: boolean): () => Promise<Snapshot> {
  let current: Snapshot | undefined
  let replaced: Snapshot | undefined
  let pending: Snapshot | undefined
  const idle = setTimeout(() => replace(undefined), IDLE_MILLISECONDS).unref()

  /** One replaced snapshot is kept for slow readers. */
  function replace(next: Snapshot | undefined): void {
    if (replaced !== undefined) fail(replaced, new Error('The list was built twice while it was read'))
    replaced = current
    current = next
  }

  function start(page: TailPage, currentAt: number): Snapshot {
    const snapshot: Snapshot = { page, parts: [], currentAt, grown: Promise.withResolvers() }
    pending = snapshot
    snapshot.built = build(snapshot, queries)
      .then(
        () => replace(snapshot),
        (error: unknown) => {
          snapshot.error = error
        },
      )
      .finally(() => {
        pending = undefined
        grow(snapshot)
      })
    return snapshot
  }

  return shareNext(async (): Promise<Snapshot> => {
    idle.refresh()
    if (pending !== undefined) return pending
    const known = current
    const now = performance.now()
    if (known !== undefined && now < reusedUntil(known, isReused)) return known
    const page = await withDeadline(CHECK_MILLISECONDS, () => readPage(queries, known?.page.end))
    if (known !== undefined && isSame(page, known.page)) return Object.assign(known, { page, currentAt: now })
    const begun = start(page, now)
    await Promise.race([begun.built, sleep(BEGIN_MILLISECONDS, undefined, { ref: false })])
    if (begun.error !== undefined) throw begun.error
    return begun
  })
}

async function build(snapshot: Snapshot, queries: ListQueries): Promise<void> {
  const startedAt = performance.now()
  const hash = createHash('sha256')
  const add = (part: Part) => {
    hash.update(part.gzipped)
    snapshot.parts.push(part)
    grow(snapshot)
  }
  let checksum = 0
  let length = 0
  add({ gzipped: Buffer.from(GZIP_HEAD) })
  for await (const text of writeText(snapshot.page, queries)) {
    checksum = crc32(text, checksum)
    length += Buffer.byteLength(text)
    add(await compress(text))
  }
  const sums = Buffer.alloc(8)
  sums.writeUInt32LE(checksum)
  sums.writeUInt32LE(length % 2 ** 32, 4)
  add({ gzipped: Buffer.concat([Buffer.from(LAST_BLOCK), sums]) })
  snapshot.etag = `W/"${hash.digest('base64url').slice(0, 22)}"`
  snapshot.taken = performance.now() - startedAt
}

function reusedUntil({ currentAt, taken = 0 }: Snapshot, isReused: boolean): number {
  return isReused ? currentAt + reusedFor(taken) : currentAt
}

function grow(snapshot: Snapshot): void {
  snapshot.grown.resolve()
  snapshot.grown = Promise.withResolvers()
}

function fail(snapshot: Snapshot, error: Error): void {
  snapshot.error = error
  snapshot.parts = []
  grow(snapshot)
}

async function* readGzipped(snapshot: Snapshot): AsyncGenerator<Buffer> {
  for await (const { gzipped } of readParts(snapshot)) yield gzipped
}

async function* readText(snapshot: Snapshot): AsyncGenerator<Buffer> {
  for await (const { text } of readParts(snapshot)) if (text !== undefined) yield await text()
}

async function* readParts(snapshot: Snapshot): AsyncGenerator<Part> {
  for (let index = 0; ; ) {
    if (snapshot.error !== undefined) throw snapshot.error
    const part = snapshot.parts[index]
    if (part !== undefined) {
      index += 1
      yield part
    } else if (snapshot.taken !== undefined) return
    else await snapshot.grown.promise
  }
}

const deflate = promisify(deflateRaw)
const inflate = promisify(inflateRaw)

async function compress(text: string): Promise<Part> {
  const gzipped = await deflate(text, { finishFlush: constants.Z_FULL_FLUSH })
  // In one piece: a buffer that is filled to its end is followed by another.
  const chunkSize = Buffer.byteLength(text) + constants.Z_MIN_CHUNK
  return {
    gzipped,
    text: shareWhileHeld(() => inflate(gzipped, { chunkSize, finishFlush: constants.Z_SYNC_FLUSH })),
  }
}

/** What is made is made again only once nobody holds it: sockets hold what their clients do not read. */
function shareWhileHeld<Made extends object>(make: () => Promise<Made>): () => Promise<Made> {
  let made: WeakRef<Made> | undefined
  let pending: Promise<Made> | undefined
  return async () => {
    const held = made?.deref()
    if (held !== undefined) return held
    pending ??= make().finally(() => {
      pending = undefined
    })
    const next = await pending
    made = new WeakRef(next)
    return next
  }
}

/** What has changed since a place; without one, the end of the feed. */
async function readPage(queries: ListQueries, place?: Place): Promise<TailPage> {
  const page = place && (await queries.findAfter(place))
  return page?.isSettled ? page : findSettledEnd(queries)
}

function isSame(page: TailPage, before: TailPage): boolean {
  const isWhole = !isAfter(page.pruned, before.end) && page.below >= before.below
  return isSameServer(page, before) && isWhole && page.settled.length + page.unsettled.length === 0
}

/** The records that each batch shows. Whatever is committed before the first one is in them. */
async function* writeText(page: TailPage, { findListBatch }: ListQueries): AsyncGenerator<string> {
  let separator = '{'
  const readNext = (after?: string) => findListBatch({ after, size: BATCH_RECORDS })
  for (let batch = await readNext(); batch.records.length > 0; ) {
    if (!isSameServer(batch, page))
      throw new Unavailable('The list was read from two servers. Try again in a moment.')
    // The database reads the next batch while this one is compressed.
    const next = readNext(batch.records.at(-1)?.[0])
    next.catch(() => {})
    const lines = batch.records.map(
      ([userId, username, timezone]) => `${JSON.stringify(userId)}:${JSON.stringify({ username, timezone })}`,
    )
    yield separator + lines.join(',\n')
    separator = ',\n'
    batch = await next
  }
  yield separator === '{' ? '{}' : '}'
}
