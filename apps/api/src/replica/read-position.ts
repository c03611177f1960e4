import { InvalidInput } from '../errors.ts'
import type { RouteStep } from '../http/steps.ts'
import type { Replica } from './replica.ts'
import { parseWritePosition } from './write-position.ts'

declare global {
  namespace Express {
    interface Request {
      /** The client wrote so recently that another instance's message about it may not have arrived here. */
      hasJustWritten?: boolean
    }
  }
}

// Longer than a message takes, and than a record is cached whose changes are not noticed; clocks may differ.
const RECENT_SECONDS = 10

/** The step that lets a read see the write whose `Registry-Position` it brings, whichever instance answered that. */
export function createReadPosition(replica: Pick<Replica, 'reach'> | undefined): RouteStep {
  return (req) => {
    const text = req.headers['registry-position']
    if (text === undefined || req.tsRestRoute.metadata.limit !== 'reads') return
    const written = parseWritePosition(String(text))
    if (written === undefined)
      throw new InvalidInput('Registry-Position must be as a write was answered with it.')
    req.hasJustWritten = Math.abs(Date.now() / 1000 - written.seconds) < RECENT_SECONDS
    return replica?.reach(written)
  }
}
