import { InvalidInput } from '../errors.ts'
import type { RouteStep } from '../http/endpoints.ts'
import type { ReadSource, Replica } from './replica.ts'
import { parseWritePosition } from './write-position.ts'

declare global {
  namespace Express {
    interface Request {
      /** True if the cache may lack a write that the client has seen. */
      bypassesCache?: boolean
      /** Undefined if the client sent no position. */
      readSource?: ReadSource
    }
  }
}

// Longer than an eviction takes to arrive, and than a record is cached if its changes go unnoticed. Clocks may differ.
const RECENT_SECONDS = 10

/** The step that lets a read see the write whose `Registry-Position` it sends, whichever instance made that write. */
export function createReadPosition(replica: Pick<Replica, 'sourceFor'> | undefined): RouteStep {
  return (req) => {
    const text = req.headers['registry-position']
    if (text === undefined || req.tsRestRoute.metadata.limit !== 'reads') return
    const written = parseWritePosition(String(text))
    if (written === undefined)
      throw new InvalidInput('Registry-Position must be a value that the response to a write contained.')
    req.bypassesCache = Math.abs(Date.now() / 1000 - written.seconds) < RECENT_SECONDS
    if (replica === undefined) return
    req.readSource = replica.sourceFor(written)
    if (req.readSource === 'primary') req.bypassesCache = true
  }
}
