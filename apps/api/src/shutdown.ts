import type { Logger } from './logger.ts'

export type StopSignal = 'SIGINT' | 'SIGTERM'

// npm, and a terminal beside it, may both pass on one Ctrl-C.
const SAME_SIGNAL_MILLISECONDS = 1000

/**
 * Resolves when the process is told to stop. From then on it has `graceSeconds` to end by itself, else it is ended;
 * a second signal ends it at once, both with exit code 1.
 * (close-with-grace takes the repeated signal that npm makes of one Ctrl-C for a second one.)
 */
export function shutdownSignal({
  graceSeconds,
  logger,
}: {
  graceSeconds: number
  logger: Logger
}): Promise<StopSignal> {
  const { promise, resolve } = Promise.withResolvers<StopSignal>()
  let firstAt: number | undefined

  const onSignal = (signal: StopSignal) => {
    if (firstAt === undefined) {
      firstAt = performance.now()
      setTimeout(() => endNow(`Not done within ${graceSeconds} s: ending now`), graceSeconds * 1000).unref()
      resolve(signal)
    } else if (performance.now() - firstAt > SAME_SIGNAL_MILLISECONDS) endNow('A second signal: ending now')
  }
  const endNow = (message: string) => {
    logger.error(message)
    process.exit(1)
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  return promise
}
