import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { HeroSky } from '@timezone-registry/zones/hero-sky'
import { heroSkyOver } from '@timezone-registry/zones/sun-sky'
import { LRUCache } from 'lru-cache'
import { Tinypool } from 'tinypool'
import { withDeadline } from '../deadline.ts'
import { Overloaded, Unavailable } from '../errors.ts'
import { etagOf } from '../http/negotiation.ts'
import type { PersonClock, Places } from './describe-person.ts'
import { localTime, type Meeting } from './invitation.ts'
import { toHex } from './sky.ts'

declare global {
  // The libraries of types for Node.js lack it.
  namespace WebAssembly {
    function compile(bytes: Uint8Array): Promise<object>
  }
}

/** What a picture shows, in Latin letters: the preview's title has the names, in the reader's own fonts. */
export type Card = {
  title: string
  line: string
  /** As `#rrggbb`. */
  sky: { start: string; end: string; ink: string }
  ribbons: CardRibbon[]
  /** Where the line is, from 0 on the left to 1. */
  moment: number
}

/** 24 hours. `from` is the local time on the left, in minutes since midnight. */
export type CardRibbon = { label: string; from: number }

/** Rejects with `Overloaded` if too many are waiting, and with `Unavailable` if it takes too long. */
export type RenderCard = (card: Card) => { etag: string; draw: () => Promise<Buffer> }

const DAY_MINUTES = 24 * 60
const MAX_RIBBONS = 4
const MAX_WAITING = 16
const MAX_BYTES = 8 * 1024 * 1024
const DEADLINE_MS = 8000
// A worker that takes longer is stuck.
const STUCK_MS = 20_000
// A picture that was begun before somebody erased their record is in memory for as long as the record: a minute.
const TTL_MS = 60_000 - STUCK_MS
const IDLE_MS = 20_000

/** Draws in a worker, which ends when it has been idle. A changed record has another picture; the old one is evicted by age. */
export function createCardRenderer({ drawPng = drawInWorker } = {}) {
  let opening: Promise<Tinypool> | undefined
  const open = () => {
    opening ??= openPool().catch((error) => {
      opening = undefined
      throw error
    })
    return opening
  }
  const pictures = new LRUCache<string, Buffer, Card>({
    maxSize: MAX_BYTES,
    sizeCalculation: (picture) => picture.byteLength,
    ttl: TTL_MS,
    // Otherwise an expired picture stays in memory until it is requested or evicted.
    ttlAutopurge: true,
    // One that is evicted while it is drawn is answered all the same.
    ignoreFetchAbort: true,
    fetchMethod: (_etag, _stale, { context }) => drawPng(open, context),
  })
  const render: RenderCard = (card) => {
    const etag = etagOf(JSON.stringify(card))
    // One that takes longer is there for the next try.
    const draw = () => withDeadline(DEADLINE_MS, () => pictures.forceFetch(etag, { context: card }), tooSlow)
    return { etag, draw }
  }
  return { render, [Symbol.asyncDispose]: async () => (await opening)?.destroy() }
}

/** What V8 has compiled is kept for the next worker, whose first picture then takes a quarter of the processor time. */
async function openPool(): Promise<Tinypool> {
  const wasm = await readFile(fileURLToPath(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm')))
  return new Tinypool({
    filename: new URL('./card-worker.ts', import.meta.url).href,
    workerData: await WebAssembly.compile(wasm),
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
  })
}

/** A person's day. Others cache the picture for a long time, so it does not state the time. */
export function toCard({ place, offset, abbreviation, secondOfDay, at, coordinates }: PersonClock): Card {
  const hour = Math.floor(secondOfDay / 3600)
  return {
    title: place,
    /** `UTC+1 · CET`. */
    line: abbreviation === undefined ? offset : `${offset} · ${abbreviation}`,
    // The same within an hour.
    sky: toColors(heroSkyOver(coordinates, { at: at - (secondOfDay % 3600) * 1000, hour })),
    ribbons: [{ label: '', from: 0 }],
    moment: hour / 24,
  }
}

// A formatter for each picture would hold native memory.
const FULL_DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' })

/** The days around a meeting, of whoever suggests it first. */
export function toMeetingCard({ at, organizer, people }: Meeting, { placeOf, coordinatesOf }: Places): Card {
  const zones = [...new Set([organizer, ...people].map((person) => person?.timezone ?? 'UTC'))]
  const [first = 'UTC'] = zones
  const clock = (zone: string) => new Date(localTime(zone, at)).toISOString().slice(11, 16)
  const minuteOf = (zone: string) => Math.floor(localTime(zone, at) / 60_000) % DAY_MINUTES
  return {
    title: FULL_DATE.format(localTime(first, at)),
    line: `${clock(first)} ${first === 'UTC' ? first : `${placeOf(first, 'en')} · ${clock('UTC')} UTC`}`,
    sky: toColors(heroSkyOver(coordinatesOf(first), { at: at.getTime(), hour: minuteOf(first) / 60 })),
    ribbons: zones.slice(0, MAX_RIBBONS).map((zone) => ({
      label: zones.length > 1 ? `${placeOf(zone, 'en')} ${clock(zone)}` : '',
      from: (minuteOf(zone) + DAY_MINUTES / 2) % DAY_MINUTES,
    })),
    moment: 0.5,
  }
}

function toColors({ start, end, ink }: HeroSky): Card['sky'] {
  return { start: toHex(start), end: toHex(end), ink: toHex(ink) }
}

/** Ends the worker if it is stuck; the next card starts another one. */
async function drawInWorker(open: () => Promise<Tinypool>, card: Card): Promise<Buffer> {
  const pool = await open()
  if (pool.queueSize >= MAX_WAITING) throw new Overloaded()
  const signal = AbortSignal.timeout(STUCK_MS)
  try {
    const png: Uint8Array = await pool.run(card, { name: 'renderPng', signal })
    return Buffer.from(png.buffer, png.byteOffset, png.byteLength)
  } catch (cause) {
    throw signal.aborted ? tooSlow(cause) : cause
  }
}

function tooSlow(cause: unknown): Unavailable {
  const message = 'The picture took too long to draw. Try again in a moment.'
  return new Unavailable(message, { retryAfterSeconds: 5, cause })
}
