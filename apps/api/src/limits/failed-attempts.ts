import type { FailedAttempts } from '../access/identity.ts'
import { Forbidden, Overloaded, RateLimited, Unauthenticated } from '../errors.ts'
import { createBudget, type Limiter, limit } from '../limiter.ts'
import type { NetworkOf } from './network.ts'
import { type Allowance, createWindowCounter, type WindowCounter } from './window-counter.ts'

// A check takes up to 2.5 s, and a response begins within 3.5 s.
// The counter gives the places; those that wait get one from a check that ends.
const QUEUE = { atOnce: 0, timeoutMs: 500, tooMany: tooManyChecks }
// Checks that wait, about 2 KB each.
const WAITING = { max: 5000, maxPerCaller: 1000 }

export function createFailedAttempts({
  perMinute,
  networkOf,
}: {
  /** 0 turns the limit off. */
  perMinute: number
  networkOf: NetworkOf
}): FailedAttempts {
  if (perMinute === 0) return { attempt: (_req, find) => find() }
  const counter = createWindowCounter({ limit: perMinute })
  const places = createPlaces(counter)

  /** Counts a failure in advance, and takes it back unless the check fails. */
  async function check<Found>(network: string, find: () => Promise<Found>): Promise<Found> {
    await places.take(network)
    const takenAt = performance.now()
    let hasFailed = false
    try {
      const found = await find()
      hasFailed = found === undefined
      return found
    } catch (error) {
      hasFailed = error instanceof Unauthenticated || error instanceof Forbidden
      throw error
    } finally {
      places.end(network, { hasFailed, takenAt })
    }
  }

  return {
    attempt: async (req, find, { wereValid } = { wereValid: false }) => {
      const network = networkOf(req)
      if (!wereValid) return check(network, find)
      const found = await find()
      if (found === undefined) counter.take(network, 1)
      return found
    },
  }
}

/** The checks in progress and those that wait, by network. A check that does not fail passes its place on. */
function createPlaces(counter: WindowCounter) {
  const networks = new Map<string, { running: number; queue: Limiter }>()
  const waiting = createBudget(WAITING)

  return {
    /** Rejects if the network has no failures left, or if a check in progress does not pass on its place in time. */
    take: async (network: string): Promise<void> => {
      const allowance = counter.take(network, 1)
      const own = networks.get(network) ?? { running: 0, queue: limit(QUEUE) }
      if (!allowance.isAllowed) {
        if (own.running === 0) throw tooManyFailures(allowance)
        if (waiting.take(network) !== undefined) throw tooManyChecks()
        return own.queue.enter().finally(() => waiting.give(network))
      }
      own.running += 1
      networks.set(network, own)
    },
    end: (network: string, { hasFailed, takenAt }: { hasFailed: boolean; takenAt: number }): void => {
      const own = networks.get(network)
      if (own === undefined) return
      if (!hasFailed) counter.giveBack(network, 1, takenAt)
      // Taken again, because another minute may have begun.
      const isFree = !hasFailed && own.queue.waiting > 0 && counter.take(network, 1).isAllowed
      if (isFree) own.queue.end()
      else own.running -= 1
      if (own.running > 0) return
      networks.delete(network)
      own.queue.failAll(() => tooManyFailures(counter.look(network, 1)))
    },
  }
}

function tooManyFailures({ resetMilliseconds }: Allowance): RateLimited {
  const retryAfterSeconds = Math.ceil(resetMilliseconds / 1000)
  return new RateLimited(
    `Too many failed attempts to authenticate. Check the key or sign in again in ${retryAfterSeconds} s.`,
    { retryAfterSeconds },
  )
}

function tooManyChecks(): Overloaded {
  return new Overloaded('Too many keys and sessions are being checked. Try again in a moment.', {
    retryAfterSeconds: 1,
  })
}
