import { LRUCache } from 'lru-cache'
import { Tinypool } from 'tinypool'
import { Overloaded, Unavailable } from '../errors.ts'
import { etagOf } from '../http/conditional.ts'
import type { PersonClock } from './describe-person.ts'

/** What the picture shows. Others cache it for a long time, so it does not state the time. */
export type Card = ReturnType<typeof toCard>

/** Rejects with `Overloaded` if too many are waiting, and with `Unavailable` if it takes too long. */
export type RenderCard = (card: Card) => { etag: string; draw: () => Promise<Buffer> }

const MAX_WAITING = 16
const MAX_BYTES = 8 * 1024 * 1024
/** How long a picture of a person may stay in memory after they have erased their record: as long as the record. */
const TTL_MS = 60_000
const DEADLINE_MS = 8000
const IDLE_MS = 20_000

/** Draws in a worker, which ends when it has been idle. A changed record has another picture; the old one is evicted by age. */
export function createCardRenderer({ drawPng = drawInWorker } = {}) {
  const pool = new Tinypool({
    filename: new URL('./card-worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
  })
  const pictures = new LRUCache<string, Buffer, Card>({
    maxSize: MAX_BYTES,
    sizeCalculation: (picture) => picture.byteLength,
    ttl: TTL_MS,
    // Otherwise an expired picture stays in memory until it is requested or evicted.
    ttlAutopurge: true,
    // One that is evicted while it is drawn is answered all the same.
    ignoreFetchAbort: true,
    fetchMethod: (_etag, _stale, { context }) => drawPng(pool, context),
  })
  const render: RenderCard = (card) => {
    const etag = etagOf(JSON.stringify(card))
    return { etag, draw: () => pictures.forceFetch(etag, { context: card }) }
  }
  return { render, [Symbol.asyncDispose]: () => pool.destroy() }
}

/** The picture of a person's clock, in Latin letters: the preview's title has the name, in the reader's own fonts. */
export function toCard({ place, offset, abbreviation, secondOfDay }: PersonClock) {
  return {
    /** In English. */
    place,
    /** `UTC+1 · CET`. */
    zone: abbreviation === undefined ? offset : `${offset} · ${abbreviation}`,
    /** The local hour, for the sky. */
    hour: Math.floor(secondOfDay / 3600),
  }
}

/** Ends the worker if it takes too long; the next card starts another one. */
async function drawInWorker(pool: Tinypool, card: Card): Promise<Buffer> {
  if (pool.queueSize >= MAX_WAITING)
    throw new Overloaded('Too many pictures are being drawn. Try again in a moment.')
  const signal = AbortSignal.timeout(DEADLINE_MS)
  try {
    const png: Uint8Array = await pool.run(card, { name: 'renderPng', signal })
    return Buffer.from(png.buffer, png.byteOffset, png.byteLength)
  } catch (cause) {
    if (!signal.aborted) throw cause
    throw new Unavailable('The picture took too long to draw. Try again in a moment.', {
      retryAfterSeconds: 5,
      cause,
    })
  }
}
