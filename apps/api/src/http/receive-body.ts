import type { IncomingMessage, ServerResponse } from 'node:http'
import { InvalidInput, Overloaded, RateLimited } from '../errors.ts'
import type { Budget } from '../limiter.ts'
import { HttpProblem } from './problem.ts'

/** Resolves to the whole body of a request. The budget has its bytes until the response closes. */
export type Receive = (
  req: IncomingMessage,
  res: ServerResponse,
  options: {
    network: string
    /** In bytes. */
    limit: number
    /** Until it resolves, only what arrives with the head is read. If it rejects, the body is discarded. */
    admitted: Promise<void> | undefined
  },
) => Promise<Buffer>

/** The bodies that are not complete, in order of arrival, with what refuses each. */
type Arriving = Map<HeldBytes, (error: Error) => void>

const MIN_CAPACITY_BYTES = 512
const RETRY_SOON = { retryAfterSeconds: 1 }

/**
 * Receives bodies within a budget of bytes. If all callers together use it up, those whose bodies have been arriving the
 * longest are refused: most are complete within milliseconds.
 */
export function createReceive(budget: Pick<Budget, 'take' | 'give'>): Receive {
  const arriving: Arriving = new Map()

  /** Refuses older ones to make room. */
  function take(held: HeldBytes, network: string, bytes: number): ReturnType<Budget['take']> {
    for (const [older, refuse] of arriving) {
      const full = budget.take(network, bytes)
      if (full !== 'full' || older === held) return full
      older.release()
      refuse(overBudget(full))
    }
    return budget.take(network, bytes)
  }

  return async (req, res, { network, limit, admitted }) => {
    const held = createHeldBytes({
      take: (bytes) => take(held, network, bytes),
      give: (bytes) => budget.give(network, bytes),
      limit,
    })
    res.once('close', held.release)
    if (admitted !== undefined) stopReading(req, admitted)
    await receiveInto(held, req, { arriving, admitted })
    return held.bytes()
  }
}

/**
 * Resolves when the whole body has been added to `held` and its caller is admitted. Rejects as `held.add` and `admitted`
 * do, or when it is refused; the rest is discarded.
 */
async function receiveInto(
  held: HeldBytes,
  req: IncomingMessage,
  { arriving, admitted }: { arriving: Arriving; admitted: Promise<void> | undefined },
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  arriving.set(held, reject)
  const onData = (chunk: Buffer) => {
    try {
      held.add(chunk)
    } catch (error) {
      reject(error)
    }
  }
  req.on('data', onData)
  req.once('end', resolve)
  // Also after the end.
  req.once('close', () => reject(new InvalidInput('The body ended before it was complete.')))
  try {
    await Promise.all([promise, admitted])
  } catch (error) {
    // The rest is discarded: it would stay in front of the next request, which a proxy may send for somebody else.
    req.off('data', onData)
    throw error
  } finally {
    arriving.delete(held)
  }
}

/** Until `admitted` is settled, reads nothing but what arrives with the head: Node reads up to 64 KB at a time. */
function stopReading(req: IncomingMessage, admitted: Promise<void>): void {
  const { socket, _read } = req
  // It would resume the socket after each chunk.
  req._read = () => {}
  // After a resumption that is already scheduled.
  process.nextTick(() => socket.pause())
  const resume = () => {
    req._read = _read
    socket.resume()
  }
  admitted.then(resume, resume)
}

/** The bytes of a body so far, in one buffer that grows: a chunk takes 400 bytes besides its own. */
type HeldBytes = {
  /** Throws if the body is too large, or if the budget has too little left. */
  add(chunk: Buffer): void
  bytes(): Buffer
  /** Gives the bytes back to the budget. */
  release(): void
}

function createHeldBytes({
  take,
  give,
  limit,
}: {
  take: (bytes: number) => ReturnType<Budget['take']>
  give: (bytes: number) => void
  limit: number
}): HeldBytes {
  let buffer = Buffer.alloc(0)
  let length = 0
  let charged = 0

  function grow(needed: number): void {
    const capacity = Math.min(limit, Math.max(needed, 2 * buffer.length, MIN_CAPACITY_BYTES))
    const full = take(capacity - charged)
    if (full !== undefined) throw overBudget(full)
    charged = capacity
    const grown = Buffer.allocUnsafeSlow(capacity)
    buffer.copy(grown, 0, 0, length)
    buffer = grown
  }

  return {
    add: (chunk) => {
      const needed = length + chunk.length
      if (needed > limit) throw tooLarge(limit)
      if (needed > buffer.length) grow(needed)
      chunk.copy(buffer, length)
      length = needed
    },
    bytes: () => buffer.subarray(0, length),
    release: () => {
      if (charged > 0) give(charged)
      charged = 0
    },
  }
}

function tooLarge(limit: number): HttpProblem {
  return new HttpProblem(
    'payload_too_large',
    `The body is too large: at most ${limit / 1024} KB are accepted.`,
  )
}

function overBudget(full: 'full' | 'caller_full'): Error {
  return full === 'full'
    ? new Overloaded('Too many requests are being received. Try again in a moment.', RETRY_SOON)
    : new RateLimited(
        'Too many requests from this network are unfinished. Try again in a moment.',
        RETRY_SOON,
      )
}
