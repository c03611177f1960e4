import { METRIC_PREFIX, type Reading } from './reading.ts'

/** The state of the service's dependencies. */
export type DependencySources = {
  /** Undefined without a pool. */
  pool(): { total: number; idle: number; waiting: number } | undefined
  /** Undefined without a replica. */
  replica(): { lagSeconds: number; isUsed: boolean } | undefined
  /** Undefined without Redis. */
  isBreakerOpen(): boolean | undefined
  findHeldBackSeconds(): Promise<number>
  countMigrations(): Promise<{ applied: number; pending: number }>
  probe(): Promise<{ database: boolean; redis: boolean; isStorageFull: boolean }>
  /** Calls the function immediately, and whenever the delivery of evictions starts or stops. */
  onLive(call: (isLive: boolean) => void): void
}

export function dependencyGauges(sources: DependencySources): Reading[] {
  let isLive = false
  sources.onLive((live) => {
    isLive = live
  })
  return [
    {
      name: `${METRIC_PREFIX}database_connections`,
      help: 'Connections of the pool by state; "waiting" counts queries that wait for one.',
      labelNames: ['state'],
      read: () => {
        const { total = 0, idle = 0, waiting = 0 } = sources.pool() ?? {}
        return Object.entries({ total, idle, waiting }).map(([state, value]) => ({
          labels: { state },
          value,
        }))
      },
    },
    {
      name: `${METRIC_PREFIX}dependency_up`,
      help: 'Whether the database and Redis answer; Redis counts as up if there is none.',
      labelNames: ['dependency'],
      aggregator: 'min',
      read: async () => {
        const { database, redis } = await sources.probe()
        return Object.entries({ database, redis }).map(([dependency, isUp]) => ({
          labels: { dependency },
          value: Number(isUp),
        }))
      },
    },
    {
      name: `${METRIC_PREFIX}storage_full`,
      help: 'Whether a write failed within the last minute because the disk of the database is full.',
      aggregator: 'max',
      read: async () => [{ value: Number((await sources.probe()).isStorageFull) }],
    },
    {
      name: `${METRIC_PREFIX}redis_breaker_open`,
      help: 'Whether commands fail fast because Redis did not answer.',
      aggregator: 'max',
      read: () => [{ value: Number(sources.isBreakerOpen() ?? false) }],
    },
    {
      name: `${METRIC_PREFIX}channel_live`,
      help: 'Whether cache evictions are delivered; if not, nothing is cached.',
      aggregator: 'min',
      read: () => [{ value: Number(isLive) }],
    },
    ...replicaGauges(sources),
    ...databaseGauges(sources),
  ]
}

function replicaGauges({ replica }: DependencySources): Reading[] {
  return [
    {
      name: `${METRIC_PREFIX}replica_lag_seconds`,
      help: 'How far the replica is behind the primary; 0 without a replica.',
      aggregator: 'max',
      read: () => [{ value: replica()?.lagSeconds ?? 0 }],
    },
    {
      name: `${METRIC_PREFIX}replica_used`,
      help: 'Whether reads come from the replica.',
      aggregator: 'min',
      read: () => [{ value: Number(replica()?.isUsed ?? false) }],
    },
  ]
}

function databaseGauges(sources: DependencySources): Reading[] {
  return [
    {
      name: `${METRIC_PREFIX}feed_held_back_seconds`,
      help: 'The age of the oldest change that open transactions hold back from /changes; NaN if it is not known.',
      aggregator: 'max',
      read: async () => [{ value: await ifDatabaseIsUp(sources, sources.findHeldBackSeconds, Number.NaN) }],
    },
    {
      name: `${METRIC_PREFIX}migrations`,
      help: 'Migrations of the database: applied by any version, or pending for this one; NaN if it is not known.',
      labelNames: ['state'],
      aggregator: 'max',
      read: async () => {
        const unknown = { applied: Number.NaN, pending: Number.NaN }
        const counts = await ifDatabaseIsUp(sources, sources.countMigrations, unknown)
        return Object.entries(counts).map(([state, value]) => ({ labels: { state }, value }))
      },
    },
  ]
}

/** A database that does not answer would delay the whole scrape. */
async function ifDatabaseIsUp<Value>(
  { probe }: DependencySources,
  read: () => Promise<Value>,
  otherwise: Value,
): Promise<Value> {
  if (!(await probe()).database) return otherwise
  return read().catch(() => otherwise)
}
