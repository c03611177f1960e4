import type { Logger } from '../logger.ts'
import type { ChangeStore } from './change-store.ts'

const HOUR_MILLISECONDS = 3_600_000
// A short statement each: writers wait for none of them.
const BATCH_CHANGES = 5000

/** Forgets changes older than the retention, now and each hour, until it is disposed. */
export function startChangePruner({
  store,
  retentionDays,
  logger,
}: {
  store: Pick<ChangeStore, 'prune'>
  retentionDays: number
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
      while (!stopped && (await store.prune({ olderThanDays: retentionDays, limit: BATCH_CHANGES })));
    } catch (error) {
      if (!stopped) logger.warn({ err: error }, 'Old changes could not be forgotten; trying again in an hour')
    }
  }
}
