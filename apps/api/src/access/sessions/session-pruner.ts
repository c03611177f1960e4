import type { Logger } from '../../logger.ts'
import type { SessionStore } from './session-store.ts'

const HOUR_MILLISECONDS = 3_600_000

/** Deletes expired sessions, now and each hour, until it is disposed. */
export function startSessionPruner({
  store,
  logger,
}: {
  store: Pick<SessionStore, 'removeExpired'>
  logger: Logger
}): Disposable {
  let stopped = false
  void prune()
  const timer = setInterval(() => void prune(), HOUR_MILLISECONDS).unref()
  return {
    [Symbol.dispose]: () => {
      stopped = true
      clearInterval(timer)
    },
  }

  async function prune(): Promise<void> {
    try {
      while (!stopped && (await store.removeExpired()));
    } catch (error) {
      if (!stopped) logger.warn({ err: error }, 'Could not delete expired sessions; trying again in an hour')
    }
  }
}
