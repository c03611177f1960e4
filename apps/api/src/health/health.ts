import { createProbe, type DatabaseWatch } from './database-watch.ts'

/** The health of this process and its dependencies. */
export type Health = {
  /**
   * Probes the database and Redis, each at most twice a second for all callers; `redis` is true if there is none,
   * `isStorageFull` if a write failed within the last minute because the database's disk is full.
   */
  probe(): Promise<{ database: boolean; redis: boolean; isStorageFull: boolean }>
  /** Reports an error of a request: the database may not answer, or its disk may be full. */
  reportFailure(error: unknown): void
  /** False once the process is stopping. */
  readonly accepting: boolean
  /** Makes `/readyz` return 503, so that load balancers send no more requests. */
  stopAccepting(): void
}

export function createHealth({
  database,
  redis = async () => {},
}: {
  database: DatabaseWatch
  redis: (() => Promise<void>) | undefined
}): Health {
  let accepting = true
  const probeRedis = createProbe(redis)
  return {
    probe: async () => {
      const [databaseAnswers, redisAnswers] = await Promise.all([database.probe(), probeRedis()])
      return { database: databaseAnswers, redis: redisAnswers, isStorageFull: database.isStorageFull }
    },
    reportFailure: database.reportFailure,
    get accepting() {
      return accepting
    },
    stopAccepting: () => {
      accepting = false
      // A database that is closed by the stop has no outage.
      database.stop()
    },
  }
}
