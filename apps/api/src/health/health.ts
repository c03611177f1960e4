import { setTimeout as sleep } from 'node:timers/promises'
import { databaseErrorKind } from '@timezone-registry/db/database-error'
import { withDeadline } from '../deadline.ts'
import type { RouteHandlers } from '../http/endpoints.ts'
import { problem } from '../http/response.ts'
import type { Logger } from '../logger.ts'

/** The health of this process and its dependencies. Logs once that the database is gone, and once that it is back. */
export type Health = {
  /** Probes each at most twice a second; `redis` is true without one, `isStorageFull` after a write on a full disk. */
  probe(): Promise<{ database: boolean; redis: boolean; isStorageFull: boolean }>
  /** Reports an error of a request: the database may not answer, or its disk may be full. */
  reportFailure(error: unknown): void
  /** Reports a connection to the database that broke outside of a query. */
  reportLostConnection(error: Error): void
  /** False once the process is stopping. */
  readonly accepting: boolean
  /** Makes `/readyz` return 503, so that load balancers send no more requests. Call it before the database is closed. */
  stopAccepting(): void
}

type Ping = () => Promise<void>

// How long an answer counts.
const REUSE_MILLISECONDS = 500
const PROBE_MILLISECONDS = 1000
// Small writes may succeed on a disk that refuses others, so a success does not end it.
const STORAGE_FULL_MILLISECONDS = 60_000

type Dependencies = { database: Ping; redis: Ping; logger: Logger }

export function createHealth({ database, redis, logger }: Dependencies): Health {
  const watch = createWatch(createProbe(database), logger)
  const probeRedis = createProbe(redis)
  let fullUntil = 0
  const isStorageFull = () => performance.now() < fullUntil

  return {
    probe: async () => {
      const [failure, redisFailure] = await Promise.all([watch.probe(), probeRedis()])
      const answers = { database: failure === undefined, redis: redisFailure === undefined }
      if (!answers.database) void watch.check()
      return { ...answers, isStorageFull: isStorageFull() }
    },
    reportFailure: (err) => {
      const kind = databaseErrorKind(err)
      if (kind === 'unavailable') void watch.check()
      if (kind !== 'storage_full') return
      if (!isStorageFull()) logger.error({ err }, "The database's disk is full")
      fullUntil = performance.now() + STORAGE_FULL_MILLISECONDS
    },
    reportLostConnection: ({ message: reason }) =>
      void watch.check(() => logger.warn({ reason }, 'Lost a connection to the database')),
    get accepting() {
      return watch.isOpen
    },
    stopAccepting: () => {
      watch.isOpen = false
    },
  }
}

/** A database that is closed by the stop, after `isOpen` was set to false, has no outage. */
function createWatch(probe: () => Promise<unknown>, logger: Logger) {
  const watch = { isOpen: true, probe, check }
  let isChecking = false

  /** After a failure, probes the database until it answers. */
  async function check(onUp = () => {}): Promise<void> {
    if (isChecking || !watch.isOpen) return
    isChecking = true
    // An answer from before the failure must not count.
    await pause()
    const err = await probe()
    if (err === undefined) onUp()
    else if (watch.isOpen) {
      logger.warn({ err }, 'The database does not answer')
      do await pause()
      while (watch.isOpen && (await probe()) !== undefined)
      if (watch.isOpen) logger.info('The database answers again')
    }
    isChecking = false
  }

  return watch
}

function pause(): Promise<void> {
  return sleep(REUSE_MILLISECONDS, undefined, { ref: false })
}

/** Pings at most twice a second, for all callers. Resolves to why a ping failed, or did not end within a second. */
export function createProbe(ping: Ping): () => Promise<unknown> {
  let answer: Promise<unknown> | undefined
  const forget = () => {
    answer = undefined
  }
  return () => {
    answer ??= withDeadline(PROBE_MILLISECONDS, ping)
      .catch((reason: unknown) => reason)
      .finally(() => setTimeout(forget, REUSE_MILLISECONDS).unref())
    return answer
  }
}

/** The routes for operators and their probes. */
export function createHealthRoutes(
  health: Health,
  version: string,
  tzdata: string,
): RouteHandlers<'getHealth' | 'getLiveness' | 'getReadiness'> {
  return {
    getHealth: async () => {
      const { isStorageFull, ...answers } = await health.probe()
      const full = isStorageFull && { storage_full: true as const }
      const timestamp = new Date().toISOString()
      const facts = { ...answers, ...full, timestamp, version, tzdata }
      if (!answers.database) return { status: 503, body: { status: 'unhealthy', ...facts } }
      return {
        status: 200,
        body: { status: answers.redis && !isStorageFull ? 'healthy' : 'degraded', ...facts },
      }
    },
    getLiveness: async () => ({ status: 200, body: { status: 'live' } }),
    getReadiness: async () => {
      if (!health.accepting) return notReady('This instance is stopping.', { retryAfterSeconds: 5 })
      if (!(await health.probe()).database)
        return notReady('The database does not answer.', { retryAfterSeconds: 1 })
      return { status: 200, body: { status: 'ready' } }
    },
  }
}

/** Returned, not thrown: the state behind it is logged once, not for each probe. */
function notReady(message: string, details: { retryAfterSeconds: number }) {
  return { status: 503 as const, body: problem('unavailable', message, details) }
}
