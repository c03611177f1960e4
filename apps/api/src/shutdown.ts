import type { Logger } from './logger.ts'

export type StopSignal = 'SIGINT' | 'SIGTERM'

// npm and the terminal may both forward one Ctrl-C.
const SAME_SIGNAL_MILLISECONDS = 1000
// A fifth of the grace period: load balancers probe readiness and need time to notice.
const DRAIN_MILLISECONDS_PER_SECOND = 200

type Grace = { shutdownGraceSeconds: number }

/**
 * Resolves when the process is told to stop. The process then has the grace period to end by itself; after it, or at a
 * second signal, it is ended with exit code 1.
 * (close-with-grace would take the second signal that npm makes of one Ctrl-C for an order to end at once.)
 */
export function shutdownSignal({
  shutdownGraceSeconds,
  logger,
}: Grace & { logger: Logger }): Promise<StopSignal> {
  const { promise, resolve } = Promise.withResolvers<StopSignal>()
  let firstAt: number | undefined

  const onSignal = (signal: StopSignal) => {
    if (firstAt !== undefined) {
      if (performance.now() - firstAt > SAME_SIGNAL_MILLISECONDS) endNow('Second signal: ending now')
      return
    }
    firstAt = performance.now()
    const graceMilliseconds = shutdownGraceSeconds * 1000
    setTimeout(
      () => endNow(`Not stopped within ${shutdownGraceSeconds} s: ending now`),
      graceMilliseconds,
    ).unref()
    logger.info({ signal }, 'Stopping: finishing requests in flight')
    resolve(signal)
  }
  const endNow = (message: string) => {
    logger.error(message)
    process.exit(1)
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  return promise
}

/** How long to keep serving after a signal: not at all after Ctrl-C, which comes from a terminal. */
export function drainMilliseconds(signal: StopSignal, { shutdownGraceSeconds }: Grace): number {
  return signal === 'SIGTERM' ? shutdownGraceSeconds * DRAIN_MILLISECONDS_PER_SECOND : 0
}
