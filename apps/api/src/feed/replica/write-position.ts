import { InvalidInput } from '../../errors.ts'
import type { RouteStep } from '../../http/endpoints.ts'
import type { Tail } from '../tail.ts'
import type { ReadSource, Replica, WritePosition } from './replica.ts'

// Clients send back the latest position. They compare the text by length, then in ASCII order, so numbers are written
// without leading zeros, and the transaction's comes first.
const FORMAT = /^([0-9a-z]{1,10})-([0-9a-z]{1,8})$/

/** Called with the number of each transaction that wrote records, once it is committed. */
export type OnWritten = (txid: number) => void

/** The latest write of this process. A reader that sees it also sees every earlier one. */
export type WritePositions = {
  /** A transaction with this number has written, and is committed. */
  note(position: number): void
  /** The value of `Registry-Position` now; undefined before the first write. */
  format(): string | undefined
}

export function createWritePositions(): WritePositions {
  let latest = 0
  return {
    note: (position) => {
      latest = Math.max(latest, position)
    },
    format: () =>
      latest === 0 ? undefined : `${latest.toString(36)}-${Math.floor(Date.now() / 1000).toString(36)}`,
  }
}

/** Undefined for text that is not a position. */
export function parseWritePosition(text: string): WritePosition | undefined {
  const [, position, seconds] = FORMAT.exec(text) ?? []
  if (position === undefined || seconds === undefined) return undefined
  return { position: Number.parseInt(position, 36), seconds: Number.parseInt(seconds, 36) }
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
  replica: Pick<Replica, 'sourceFor'> | undefined
}): RouteStep {
  return (req) => {
    const text = req.headers['registry-position']
    if (text === undefined || req.tsRestRoute.metadata.limit !== 'reads') return
    const written = parseWritePosition(String(text))
    if (written === undefined)
      throw new InvalidInput('Registry-Position must be a value that the response to a write contained.')
    const source = replica?.sourceFor(written)
    if (source !== undefined) req.readSource = source
    req.bypassesCache = source === 'primary' || written.position >= tail.below
  }
}
