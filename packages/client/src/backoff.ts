import { sleep } from './deadline.ts'
import { RegistryError } from './registry-error.ts'

const FIRST_DELAY_MS = 250
const MAX_WAIT_MS = 300_000

/** How long to wait before attempt `failures + 1`. Jitter keeps clients that failed together from retrying together. */
export function backoff(failures: number, retryAfterMs: number | undefined, maxMs: number = 8_000): number {
  // `Retry-After` is the earliest time, so jitter only adds to it.
  if (retryAfterMs !== undefined)
    return retryAfterMs + Math.random() * Math.max(FIRST_DELAY_MS, retryAfterMs / 10)
  return Math.min(FIRST_DELAY_MS * 2 ** failures, maxMs) * (0.5 + Math.random() / 2)
}

/** `Retry-After` in milliseconds, from seconds or a date; undefined if it is missing or invalid. */
export function readRetryAfter(headers: Headers): number | undefined {
  const text = headers.get('retry-after')
  if (text === null) return undefined
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), MAX_WAIT_MS)
}

/** Milliseconds until the limit resets when no request is left. */
export function readLimitReset(headers: Headers): number | undefined {
  const reset = headers.get('ratelimit-reset') ?? ''
  if (headers.get('ratelimit-remaining') !== '0' || !/^\d+$/.test(reset)) return undefined
  return Math.min(Number(reset) * 1000, MAX_WAIT_MS)
}

/** Spaces the connections of a stream: the pauses grow until a connection works. */
type Reconnection = {
  /** Called when the stream has opened, and with each of its events. */
  received(event: { change?: unknown }): void
  /** Waits before the next connection, or until the signal is aborted. */
  pause(error: unknown): Promise<void>
}

const MAX_PAUSE_MS = 30_000
// An overloaded service or a proxy may accept every connection and end it at once, even after a first event.
const WORKING_MS = 10_000

export function createReconnection(signal: AbortSignal | undefined): Reconnection {
  let failures = 0
  let openedAt: number | undefined
  return {
    received: ({ change }) => {
      openedAt ??= Date.now()
      if (change !== undefined) failures = 0
    },
    pause: async (error) => {
      if (openedAt !== undefined && Date.now() - openedAt >= WORKING_MS) failures = 0
      openedAt = undefined
      const retryAfterMs = error instanceof RegistryError ? error.retryAfterMs : undefined
      await sleep(backoff(failures++, retryAfterMs, MAX_PAUSE_MS), signal).catch(() => {})
    },
  }
}
