import type { IncomingMessage } from 'node:http'
import { RateLimited } from '../errors.ts'
import type { NetworkOf } from './network.ts'
import { createWindowCounter } from './window-counter.ts'

/** Limits how often a network may present invalid credentials, before they are looked up. */
export type FailedAttempts = {
  /** Throws `RateLimited` for a network that has used up its failures for this minute. */
  assertBelowLimit(req: IncomingMessage): void
  count(req: IncomingMessage): void
}

export function createFailedAttempts({
  perMinute,
  networkOf,
}: {
  /** 0 turns the limit off. */
  perMinute: number
  networkOf: NetworkOf
}): FailedAttempts {
  if (perMinute === 0) return { assertBelowLimit: () => {}, count: () => {} }
  const counter = createWindowCounter({ limit: perMinute })
  return {
    assertBelowLimit: (req) => {
      const { isAllowed, resetMilliseconds } = counter.look(networkOf(req), 1)
      if (isAllowed) return
      const retryAfterSeconds = Math.ceil(resetMilliseconds / 1000)
      throw new RateLimited(
        `Too many failed attempts to authenticate. Check the key or sign in again in ${retryAfterSeconds} s.`,
        { retryAfterSeconds },
      )
    },
    count: (req) => void counter.take(networkOf(req), 1),
  }
}
