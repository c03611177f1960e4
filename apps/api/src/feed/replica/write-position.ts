import { LRUCache } from 'lru-cache'
import { InvalidInput } from '../../errors.ts'
import type { RouteStep } from '../../http/endpoints.ts'
import type { Tail } from '../tail.ts'

/** The position of a write in the order of changes. */
export type WritePosition = {
  /** The number of the transaction that wrote last. */
  txid: number
  /** When the write was acknowledged, in seconds since 1970. */
  seconds: number
}

/** Where to read: from the primary only, or wherever the replica's state allows. */
export type ReadSource = 'primary' | 'either'

// Clients send back the latest position. They compare the text by length, then in ASCII order, so numbers are written
// without leading zeros, and the transaction's comes first.
const FORMAT = /^([0-9a-z]{1,10})-([0-9a-z]{1,8})$/

/** Called with the number of each transaction that wrote records, once it is committed. */
export type OnWritten = (txid: number) => void

/** The latest write of this process. A reader that sees it also sees every earlier one. */
export type WritePositions = {
  /** A transaction with this number has written, and is committed. */
  note(txid: number): void
  /** The value of `Registry-Position` now; undefined before the first write. */
  format(): string | undefined
}

export function createWritePositions(): WritePositions {
  let latest = 0
  return {
    note: (txid) => {
      latest = Math.max(latest, txid)
    },
    format: () =>
      latest === 0 ? undefined : `${latest.toString(36)}-${Math.floor(Date.now() / 1000).toString(36)}`,
  }
}

/** Undefined for text that is not a position. */
export function parseWritePosition(text: string): WritePosition | undefined {
  const [, txid, seconds] = FORMAT.exec(text) ?? []
  if (txid === undefined || seconds === undefined) return undefined
  return { txid: Number.parseInt(txid, 36), seconds: Number.parseInt(seconds, 36) }
}

// More than a process writes in the seconds that a replica may be behind.
const MAX_OWN_WRITES = 100_000
// A read that began while the replica was close enough may end later.
const RECENT_MARGIN_SECONDS = 2

/** What this process wrote so recently that a replica that is close enough may not have it. */
export function createOwnWrites(maxLagSeconds: number) {
  const milliseconds = (maxLagSeconds + RECENT_MARGIN_SECONDS) * 1000
  let allUntil = 0
  const recent = new LRUCache<string, true>({
    max: MAX_OWN_WRITES,
    ttl: milliseconds,
    dispose: (_value, _userId, reason) => {
      if (reason === 'evict') allUntil = performance.now() + milliseconds
    },
  })
  return {
    note: (userIds: readonly string[]) => {
      for (const userId of userIds) recent.set(userId, true)
    },
    isRecent: (userId: string) => recent.has(userId) || performance.now() < allUntil,
  }
}

declare global {
  namespace Express {
    interface Request {
      /** True if the cache may lack a write that the client has seen. */
      bypassesCache?: boolean
      /** Undefined if everything is read from the primary. */
      readSource?: ReadSource
    }
  }
}

/** The step that lets a read see the write whose `Registry-Position` it sends, whichever instance made that write. */
export function createReadPosition({
  tail,
  replica,
}: {
  tail: Pick<Tail, 'below'>
  replica: { sourceFor(written: WritePosition): ReadSource } | undefined
}): RouteStep {
  return (req) => {
    const text = req.headers['registry-position']
    if (text === undefined || req.tsRestRoute.metadata.limit !== 'reads') return
    const written = parseWritePosition(String(text))
    if (written === undefined)
      throw new InvalidInput('Registry-Position must be a value that the response to a write contained.')
    const source = replica?.sourceFor(written)
    if (source !== undefined) req.readSource = source
    req.bypassesCache = source === 'primary' || written.txid >= tail.below
  }
}
