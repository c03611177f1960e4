import type { Logger } from './logger.ts'

const PRUNE_EVERY_MS = 3_600_000

/** Deletes what is kept for a limited time, now and each hour, until it is disposed. Repeats `prune` while it returns true. */
export function startPruner(name: string, logger: Logger, prune: () => Promise<boolean>): Disposable {
  let isStopped = false
  async function run(): Promise<void> {
    try {
      while (!isStopped && (await prune()));
    } catch (error) {
      if (!isStopped) logger.warn({ err: error }, `Could not delete ${name}; trying again in an hour`)
    }
  }
  void run()
  const timer = setInterval(run, PRUNE_EVERY_MS).unref()
  return {
    [Symbol.dispose]: () => {
      isStopped = true
      clearInterval(timer)
    },
  }
}
