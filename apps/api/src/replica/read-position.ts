import { InvalidInput } from '../errors.ts'
import type { RouteStep } from '../http/steps.ts'
import type { ReadSource, Replica } from './replica.ts'
import { parseWritePosition } from './write-position.ts'

declare global {
  namespace Express {
    interface Request {
      /** What is cached may lack a write that the client has seen. */
      bypassesCache?: boolean
      /** Undefined if the client has sent no position. */
      readSource?: ReadSource
    }
  }
}

// Longer than a message takes, and than a record is cached whose changes are not noticed; clocks may differ.
const RECENT_SECONDS = 10

/** The step that lets a read see the write whose `Registry-Position` it brings, whichever instance answered that. */
export function createReadPosition(replica: Pick<Replica, 'sourceFor'> | undefined): RouteStep {
  return (req) => {
    const text = req.headers['registry-position']
    if (text === undefined || req.tsRestRoute.metadata.limit !== 'reads') return
    const written = parseWritePosition(String(text))
    if (written === undefined)
      throw new InvalidInput('Registry-Position must be a value that the response to a write contained.')
    req.bypassesCache = Math.abs(Date.now() / 1000 - written.seconds) < RECENT_SECONDS
    return replica?.sourceFor(written).then((source) => {
      req.readSource = source
      if (source === 'primary') req.bypassesCache = true
    })
  }
}
