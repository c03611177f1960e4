import type { Log } from '../logger.ts'

export type StopSignal = 'SIGINT' | 'SIGTERM'

// npm and the terminal may both forward one Ctrl-C.
const SAME_SIGNAL_MILLISECONDS = 1000
// A fifth of the grace period: load balancers probe readiness and need time to notice.
const DRAIN_MILLISECONDS_PER_SECOND = 200

// For what is about to end. A migration may not be: when the process exits, the server rolls it back.
const START_END_MILLISECONDS = 1000

export type Grace = { shutdownGraceSeconds: number }

/** A request to stop, which may come at any time, even during startup. */
export type StopRequest = {
  /** Aborted at the first stop signal. */
  readonly aborted: AbortSignal
  /** Resolves to the first stop signal. */
  readonly received: Promise<StopSignal>
}

/**
 * Handles stop signals from now on: in a container, a process without a handler ignores them. The first one starts the
 * grace period. When that is over, or at another signal more than a second later, the process exits with code 1.
 * (close-with-grace would exit at the second signal that npm sends for one Ctrl-C.)
 */
export function handleStopSignals({ shutdownGraceSeconds }: Grace, { logger, exit }: Log): StopRequest {
  const { promise: received, resolve } = Promise.withResolvers<StopSignal>()
  const abort = new AbortController()
  let firstAt: number | undefined

  const onSignal = (signal: StopSignal) => {
    if (firstAt !== undefined) {
      if (performance.now() - firstAt > SAME_SIGNAL_MILLISECONDS) endNow('Second signal: exiting now')
      return
    }
    firstAt = performance.now()
    const graceMilliseconds = shutdownGraceSeconds * 1000
    setTimeout(
      () => endNow(`Not stopped within ${shutdownGraceSeconds} s: exiting now`),
      graceMilliseconds,
    ).unref()
    logger.info({ signal }, 'Stopping: finishing requests in flight')
    resolve(signal)
    abort.abort()
  }
  const endNow = (message: string) => {
    logger.error(message)
    void exit(1)
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  return { aborted: abort.signal, received }
}

/** Rejects with an `AbortError` if this has not settled a second after a signal. */
export function unlessStopped<T>(starting: Promise<T>, { aborted }: StopRequest): Promise<T> {
  const stopped = new Promise<never>((_resolve, reject) => {
    const onAbort = () => setTimeout(() => reject(aborted.reason), START_END_MILLISECONDS).unref()
    aborted.addEventListener('abort', onAbort)
  })
  return Promise.race([starting, stopped])
}

/** How long to keep serving after a signal: not at all after Ctrl-C, which comes from a terminal. */
export function drainMilliseconds(signal: StopSignal, { shutdownGraceSeconds }: Grace): number {
  return signal === 'SIGTERM' ? shutdownGraceSeconds * DRAIN_MILLISECONDS_PER_SECOND : 0
}
