import type { Logger } from '../logger.ts'
import type { ChangeStore } from './change-store.ts'

const HOUR_MILLISECONDS = 3_600_000
// Small enough that a statement takes a few milliseconds.
const BATCH_TOMBSTONES = 5000

/** Deletes tombstones older than the retention, now and each hour, until it is disposed. */
export function startChangePruner({
  store,
  retentionDays,
  logger,
}: {
  store: Pick<ChangeStore, 'prune' | 'retireLog'>
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
      await store.retireLog()
      while (!stopped && (await store.prune({ olderThanDays: retentionDays, limit: BATCH_TOMBSTONES })));
    } catch (error) {
      if (!stopped) logger.warn({ err: error }, 'Could not delete old tombstones; trying again in an hour')
    }
  }
}
