import { setTimeout as sleep } from 'node:timers/promises'
import { databaseErrorKind } from '@timezone-registry/db/database-error'
import { withDeadline } from '../limiter.ts'
import type { Logger } from '../logger.ts'

/** Resolves to whether a dependency answers, within a second. */
export type Probe = () => Promise<boolean>

/** Notices when the database stops answering and when it answers again, and logs each once. */
export type DatabaseWatch = {
  /** Resolves to whether the database answers. */
  probe: Probe
  /** Reports an error of a request, after which the database is probed. */
  reportFailure(error: unknown): void
  /** Reports a connection that broke outside of a query. */
  reportLostConnection(error: Error): void
  /** True for a minute after a write has failed because the database's disk is full. */
  readonly isStorageFull: boolean
  /** Ends the watch, before the database is closed. */
  stop(): void
}

// How long an answer counts.
const REUSE_MILLISECONDS = 500
const PROBE_MILLISECONDS = 1000
// Small writes may succeed on a disk that refuses others, so a success does not end it.
const STORAGE_FULL_MILLISECONDS = 60_000

export function createDatabaseWatch(ping: () => Promise<void>, logger: Logger): DatabaseWatch {
  let isWatching = true
  let isDown = false
  let isChecking = false
  const storage = createStorageState(logger)

  const probe = createProbe(ping, {
    onDown: (err) => {
      isDown = true
      if (!isWatching) return
      logger.warn({ err }, 'The database does not answer')
      void awaitRecovery()
    },
    onUp: () => {
      isDown = false
      if (isWatching) logger.info('The database answers again')
    },
  })

  // Without this, a recovery would be noticed only at the next request for the health.
  async function awaitRecovery() {
    while (isWatching && !(await probe())) await pause()
  }

  /** Probes the database after a failure, unless its outage is known or this is being done. */
  async function check({ onUp }: { onUp?: () => void } = {}) {
    if (isDown || isChecking || !isWatching) return
    isChecking = true
    // An answer from before the failure must not count.
    await pause()
    if (await probe()) onUp?.()
    isChecking = false
  }

  return {
    probe,
    reportFailure: (error) => {
      const kind = databaseErrorKind(error)
      if (kind === 'storage_full') storage.reportFull(error)
      if (kind === 'unavailable') void check()
    },
    reportLostConnection: ({ message: reason }) =>
      void check({ onUp: () => logger.warn({ reason }, 'Lost a connection to the database') }),
    get isStorageFull() {
      return storage.isFull
    },
    stop: () => {
      isWatching = false
    },
  }
}

function createStorageState(logger: Logger) {
  let fullUntil = 0
  return {
    get isFull() {
      return performance.now() < fullUntil
    },
    reportFull(err: unknown) {
      if (!this.isFull) logger.error({ err }, "The database's disk is full")
      fullUntil = performance.now() + STORAGE_FULL_MILLISECONDS
    },
  }
}

function pause(): Promise<void> {
  return sleep(REUSE_MILLISECONDS, undefined, { ref: false })
}

/**
 * Runs one ping at a time; all callers within 500 ms of its result share it. `onDown` is called with the reason when the
 * dependency stops answering, `onUp` when it answers again.
 */
export function createProbe(
  ping: () => Promise<void>,
  { onDown, onUp }: { onDown?: (reason: unknown) => void; onUp?: () => void } = {},
): Probe {
  let isUp = true
  let answer: Promise<boolean> | undefined

  async function ask(): Promise<boolean> {
    const wasUp = isUp
    try {
      await withDeadline(PROBE_MILLISECONDS, ping)
      isUp = true
      if (!wasUp) onUp?.()
    } catch (reason) {
      isUp = false
      if (wasUp) onDown?.(reason)
    }
    return isUp
  }

  return () => {
    answer ??= ask().finally(() => {
      setTimeout(() => {
        answer = undefined
      }, REUSE_MILLISECONDS).unref()
    })
    return answer
  }
}
