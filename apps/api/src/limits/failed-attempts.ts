import type { AttemptToAuthenticate } from '../access/identity.ts'
import { Forbidden, RateLimited, Unauthenticated } from '../errors.ts'
import { createSemaphore, type Semaphore } from '../semaphore.ts'
import { createWindows, type Window } from './rate-limit.ts'

// A check takes up to 2.5 s, and a response begins within 3.5 s.
const WAIT_MS = 500

/**
 * `perMinute` is 0 if failures are not limited. Each check of a network has a place, of as many as it has failures left in
 * this minute: it is reserved, and given back unless the check fails.
 */
export function createFailedAttempts(perMinute: number): AttemptToAuthenticate {
  if (perMinute === 0) return (_network, find) => find()
  const windowOf = createWindows()

  const placesOf = (window: Window): Semaphore => {
    const atOnce = perMinute - window.used
    window.places ??= createSemaphore({ atOnce, timeoutMs: WAIT_MS })
    return window.places
  }

  return async (network, find) => {
    const window = windowOf(network.id)
    const refuseBeyondLimit = () => {
      if (window.used >= perMinute) throw tooManyFailures(window)
    }
    refuseBeyondLimit()
    const places = placesOf(window)
    await places.enter()
    let hasFailed = false
    try {
      refuseBeyondLimit()
      const found = await find()
      hasFailed = found === undefined
      return found
    } catch (error) {
      hasFailed = error instanceof Unauthenticated || error instanceof Forbidden
      throw error
    } finally {
      if (hasFailed) window.used += 1
      // With the last failure, those that wait are admitted one after the other, and refused.
      if (!hasFailed || window.used >= perMinute) places.end()
    }
  }
}

function tooManyFailures({ endsAt }: Window): RateLimited {
  const retryAfterSeconds = Math.ceil((endsAt - performance.now()) / 1000)
  return new RateLimited(
    `Too many failed attempts to authenticate. Check the key or sign in again in ${retryAfterSeconds} s.`,
    { retryAfterSeconds },
  )
}
