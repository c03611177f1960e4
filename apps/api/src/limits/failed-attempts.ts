import type { FailedAttempts } from '../access/identity.ts'
import { Forbidden, Overloaded, RateLimited, Unauthenticated } from '../errors.ts'
import { createSemaphore } from '../semaphore.ts'
import type { NetworkOf } from './network.ts'
import { createWindows, take, type Window } from './window-counter.ts'

// A check takes up to 2.5 s, and a response begins within 3.5 s.
const WAIT_MS = 500

/** `perMinute` is 0 if failures are not limited. */
export function createFailedAttempts({
  perMinute,
  networkOf,
}: {
  perMinute: number
  networkOf: NetworkOf
}): FailedAttempts {
  if (perMinute === 0) return { attempt: (_req, find) => find() }
  const windowOf = createWindows()
  const inProgress = new Map<string, Checks>()

  function checksOf(network: string): Checks {
    const window = windowOf(network)
    const known = inProgress.get(network)
    if (known?.window === window) return known
    const checks = createChecks(window, perMinute, () => {
      if (inProgress.get(network) === checks) inProgress.delete(network)
    })
    inProgress.set(network, checks)
    return checks
  }

  return {
    attempt: async (req, find, { wereValid } = { wereValid: false }) => {
      const network = networkOf(req)
      const checks = wereValid ? undefined : checksOf(network)
      await checks?.begin()
      let hasFailed = false
      try {
        const found = await find()
        hasFailed = found === undefined
        return found
      } catch (error) {
        hasFailed = error instanceof Unauthenticated || error instanceof Forbidden
        throw error
      } finally {
        if (hasFailed) take(checks?.window ?? windowOf(network), { cost: 1, limit: perMinute })
        checks?.end(hasFailed)
      }
    },
  }
}

type Checks = ReturnType<typeof createChecks>

/**
 * The checks of a network in a minute. Each has a place, of as many as there are failures left: it is reserved, and given
 * back unless the check fails. `onIdle` is called when none is in progress.
 */
function createChecks(window: Window, perMinute: number, onIdle: () => void) {
  const places = createSemaphore({
    atOnce: perMinute - window.used,
    timeoutMs: WAIT_MS,
    tooMany: tooManyChecks,
  })
  let inProgress = 0
  const leave = () => {
    inProgress -= 1
    if (inProgress === 0) onIdle()
  }
  return {
    window,
    /** Rejects if there are no failures left, or no place is given back in time. */
    begin: async (): Promise<void> => {
      inProgress += 1
      try {
        if (window.used >= perMinute) throw tooManyFailures(window)
        await places.enter()
      } catch (error) {
        leave()
        throw error
      }
    },
    end: (hasFailed: boolean): void => {
      if (!hasFailed) places.end()
      if (window.used >= perMinute) places.failAll(() => tooManyFailures(window))
      leave()
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
  return new Overloaded('Too many keys and sessions are being checked. Try again in a moment.')
}
