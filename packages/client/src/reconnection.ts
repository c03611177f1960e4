import { backoff } from './backoff.ts'
import { sleep } from './deadline.ts'
import { RegistryError } from './registry-error.ts'

/** Spaces the connections of a stream: the pauses grow until a connection works. */
export type Reconnection = {
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
