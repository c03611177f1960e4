import type { FailedAttempts } from '../access/identity.ts'
import { Forbidden, RateLimited, Unauthenticated } from '../errors.ts'
import type { NetworkOf } from './network.ts'
import { type Allowance, createWindowCounter } from './window-counter.ts'

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
  const checks = createChecks()

  /** Counts a failure in advance, and takes it back unless the check fails. */
  async function check<Found>(network: string, find: () => Promise<Found>): Promise<Found> {
    for (;;) {
      const allowance = counter.take(network, 1)
      if (allowance.isAllowed) break
      const next = checks.nextEnd(network)
      if (next === undefined) throw tooManyFailures(allowance)
      await next
    }
    // Without an await in between: others must not find the place taken and no check in progress.
    const end = checks.begin(network)
    let hasFailed = false
    try {
      const found = await find()
      hasFailed = found === undefined
      return found
    } catch (error) {
      hasFailed = error instanceof Unauthenticated || error instanceof Forbidden
      throw error
    } finally {
      if (!hasFailed) counter.giveBack(network, 1)
      end()
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

/** The checks in progress, by network: their places may become free. */
function createChecks() {
  const running = new Map<string, { count: number; ended: PromiseWithResolvers<void> }>()
  return {
    /** Returns the function that ends the check. */
    begin: (network: string): (() => void) => {
      const own = running.get(network) ?? { count: 0, ended: Promise.withResolvers<void>() }
      running.set(network, own)
      own.count += 1
      return () => {
        own.count -= 1
        if (own.count === 0) running.delete(network)
        own.ended.resolve()
        own.ended = Promise.withResolvers()
      }
    },
    /** Resolves when a check ends; undefined if there is none in progress. */
    nextEnd: (network: string): Promise<void> | undefined => running.get(network)?.ended.promise,
  }
}

function tooManyFailures({ resetMilliseconds }: Allowance): RateLimited {
  const retryAfterSeconds = Math.ceil(resetMilliseconds / 1000)
  return new RateLimited(
    `Too many failed attempts to authenticate. Check the key or sign in again in ${retryAfterSeconds} s.`,
    { retryAfterSeconds },
  )
}
