import type { FailedAttempts } from '../access/identity.ts'
import { Forbidden, Overloaded, RateLimited, Unauthenticated } from '../errors.ts'
import { createBudget, type Limiter, limit } from '../limiter.ts'
import type { NetworkOf } from './network.ts'
import { createWindows, take, type Window } from './window-counter.ts'

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
  const checks = createChecks(perMinute)
  return {
    attempt: async (req, find, { wereValid } = { wereValid: false }) => {
      const network = networkOf(req)
      const counted = wereValid ? undefined : await checks.begin(network)
      let hasFailed = false
      try {
        const found = await find()
        hasFailed = found === undefined
        return found
      } catch (error) {
        hasFailed = error instanceof Unauthenticated || error instanceof Forbidden
        throw error
      } finally {
        checks.end(network, counted, hasFailed)
      }
    },
  }
}

/** The checks in progress and those that wait, by network. */
function createChecks(perMinute: number) {
  const windowOf = createWindows()
  const count = (window: Window) => take(window, { cost: 1, limit: perMinute })
  const networks = new Map<string, { running: number; queue: Limiter }>()
  const waiting = createBudget(WAITING)

  return {
    /**
     * Counts a failure in advance. Rejects if the network has none left, or if no check in progress passes its own on in
     * time.
     */
    begin: async (network: string): Promise<Window> => {
      const own = networks.get(network) ?? { running: 0, queue: limit(QUEUE) }
      const window = windowOf(network)
      if (count(window).isAllowed) {
        own.running += 1
        networks.set(network, own)
        return window
      }
      if (own.running === 0) throw tooManyFailures(window)
      if (waiting.take(network) !== undefined) throw tooManyChecks()
      await own.queue.enter().finally(() => waiting.give(network))
      return windowOf(network)
    },
    /** Takes the failure back unless the check failed, and passes it on. A check that was not counted is if it failed. */
    end: (network: string, counted: Window | undefined, hasFailed: boolean): void => {
      if (counted === undefined && !hasFailed) return
      // Another minute may have begun.
      const window = windowOf(network)
      if (counted === undefined && hasFailed) count(window)
      const own = networks.get(network)
      if (counted === undefined || own === undefined) return
      if (!hasFailed) counted.used -= 1
      const isPassedOn = !hasFailed && own.queue.waiting > 0 && count(window).isAllowed
      if (isPassedOn) own.queue.end()
      else own.running -= 1
      if (own.running > 0) return
      networks.delete(network)
      own.queue.failAll(() => tooManyFailures(window))
    },
  }
}

function tooManyFailures({ endsAt }: Window): RateLimited {
  const retryAfterSeconds = Math.ceil((endsAt - performance.now()) / 1000)
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
