import { IncomingMessage } from 'node:http'
import { InvalidInput } from '../errors.ts'
import { HttpProblem } from './problem.ts'

/** What arrives of a body before its sender is known, and the largest body of most routes. */
export const FIRST_BYTES = 16_384

const NOTHING = Buffer.alloc(0)
const { _read } = IncomingMessage.prototype

/** A body that is arriving. */
export type ArrivingBody = {
  /** Rejects if the body is too large, or ends before it is complete. */
  readonly whole: Promise<Buffer>
  /** Lets the rest of a large body arrive. */
  admit(): void
  /** For a request that is refused: what is left of it must not stay in front of the next request. */
  discard(): void
}

/**
 * Receives a body into one buffer from its first chunk on: a chunk takes 400 bytes besides its own, and 64 KB of unread
 * chunks of one byte take 4 MB. After the first 16 KB of a larger body, the connection is not read until `admit`.
 */
export function receiveBody(req: IncomingMessage, limit: number): ArrivingBody {
  const { promise: whole, resolve, reject } = Promise.withResolvers<Buffer>()
  let buffer = NOTHING
  let length = 0
  let state: 'open' | 'held' | 'admitted' = limit <= FIRST_BYTES ? 'admitted' : 'open'
  const take = (chunk: Buffer) => {
    const needed = length + chunk.length
    if (needed > limit) return void reject(tooLarge(limit))
    if (needed > buffer.length) {
      const grown = Buffer.allocUnsafeSlow(Math.min(limit, Math.max(needed, 2 * length, 512)))
      buffer.copy(grown, 0, 0, length)
      buffer = grown
    }
    chunk.copy(buffer, length)
    length = needed
    if (state !== 'open' || length < FIRST_BYTES) return
    state = 'held'
    hold(req)
  }
  req.on('data', take)
  req.once('end', () => resolve(buffer.subarray(0, length)))
  req.once('close', () => {
    if (!req.complete) reject(new InvalidInput('The body ended before it was complete.'))
  })
  const admit = () => {
    if (state === 'held') release(req)
    state = 'admitted'
  }
  const discard = () => {
    req.off('data', take)
    buffer = NOTHING
    admit()
    req.resume()
  }
  whole.catch(discard)
  return { whole, admit, discard }
}

/** What Node has read from the connection still arrives. */
function hold(req: IncomingMessage): void {
  // It would resume the connection after each chunk.
  req._read = () => {}
  // After a resumption that is already scheduled.
  process.nextTick(() => req.socket.pause())
}

function release(req: IncomingMessage): void {
  req._read = _read
  process.nextTick(() => req.socket.resume())
}

function tooLarge(limit: number): HttpProblem {
  return new HttpProblem(
    'payload_too_large',
    `The body is too large: at most ${limit / 1024} KB are accepted.`,
  )
}
