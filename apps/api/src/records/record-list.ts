import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGzip } from 'node:zlib'
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
}

type Snapshot = {
  /** Where the feed was when it began. */
  page: TailPage
  chunks: Buffer[]
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
const CHUNK_BYTES = 65_536
// A failure until then has a response of its own.
const BEGIN_MILLISECONDS = 1000
const IDLE_MILLISECONDS = 600_000

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
        open: () => Readable.from(read(snapshot), { objectMode: false }),
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
    const snapshot: Snapshot = { page, chunks: [], currentAt, grown: Promise.withResolvers() }
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
    const page = await withDeadline(CHECK_MILLISECONDS, () => readPage(queries, known?.page.end), tooSlow)
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
  const gzip = createGzip({ chunkSize: CHUNK_BYTES })
  const text = Readable.from(writeText(snapshot.page, queries)).on('error', (error) => gzip.destroy(error))
  for await (const chunk of text.pipe(gzip)) {
    hash.update(chunk)
    snapshot.chunks.push(chunk)
    grow(snapshot)
  }
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
  snapshot.chunks = []
  grow(snapshot)
}

async function* read(snapshot: Snapshot): AsyncGenerator<Buffer> {
  for (let index = 0; ; ) {
    if (snapshot.error !== undefined) throw snapshot.error
    const chunk = snapshot.chunks[index]
    if (chunk !== undefined) {
      index += 1
      yield chunk
    } else if (snapshot.taken !== undefined) return
    else await snapshot.grown.promise
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

function tooSlow(cause: Error): Error {
  return new Unavailable('The database takes too long to respond. Try again in a moment.', { cause })
}
