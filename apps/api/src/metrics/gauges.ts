import { type Aggregator, Counter, Gauge, type Registry } from '@prometheus-io/client'

/** The parts of the service whose state is read at each scrape, which costs the requests nothing. */
export type GaugeSources = {
  readonly version: string
  /** The release of the time zones. */
  readonly tzdata: string
  registry(): RegistryCounts
  /** The number of open streams of events. */
  listeners(): number
  /** Lines of the log that were dropped since the start. */
  droppedLines(): number
  /** Undefined without a pool. */
  pool(): { total: number; idle: number; waiting: number } | undefined
  /** Undefined without a replica. */
  replica(): { lagSeconds: number; isUsed: boolean } | undefined
  /** Undefined without Redis. */
  isBreakerOpen(): boolean | undefined
  findHeldBackSeconds(): Promise<number>
  countMigrations(): Promise<{ applied: number; pending: number }>
  probe(): Promise<{ database: boolean; redis: boolean; isStorageFull: boolean }>
  /** Whose age is infinite while nothing is cached. */
  tail: { age(): number }
}

/** The counts of the cache and of the queues in front of the database. */
type RegistryCounts = {
  cache: { entries: number; bytes: number; hits: number; misses: number }
  reads: BatchCounts
  writes: BatchCounts
}

type BatchCounts = { pending: number; batches: number; jobs: number }

/** A metric whose value is read when it is scraped; with a `label`, a value for each of the label's. */
type Reading = {
  help: string
  label?: string
  /** How the values of several workers become one; by default, they are added up. */
  aggregator?: Aggregator
  read: () => Values | Promise<Values>
}

type Values = number | Record<string, number>

export function addGauges(registry: Registry, sources: GaugeSources & { inFlight(): number }): void {
  const { version, tzdata } = sources
  const gauges = {
    ...requestGauges(sources),
    ...recordGauges(sources),
    ...dependencyGauges(sources),
    ...databaseGauges(sources),
  }
  for (const [name, reading] of Object.entries<Reading>(gauges)) addReading(registry, Gauge, name, reading)
  for (const [name, reading] of Object.entries<Reading>(counters(sources)))
    addReading(registry, Counter, name, reading)
  const build = new Gauge({
    name: 'timezone_registry_build_info',
    help: 'Always 1; the labels are the versions of the service, of Node and of the time zones.',
    labelNames: ['version', 'node', 'tzdata'],
    aggregator: 'first',
    registers: [registry],
  })
  build.set({ version, node: process.versions.node, tzdata }, 1)
}

function requestGauges({ inFlight, listeners }: GaugeSources & { inFlight(): number }) {
  return {
    http_requests_in_flight: {
      help: 'Requests without a complete response, including streams.',
      read: inFlight,
    },
    timezone_registry_event_listeners: { help: 'Open streams of /events.', read: listeners },
  }
}

function recordGauges({ registry }: GaugeSources) {
  return {
    timezone_registry_cache_entries: {
      help: 'Records in the cache, including users known to have none.',
      read: () => registry().cache.entries,
    },
    timezone_registry_cache_bytes: {
      help: 'The approximate size of the cache.',
      read: () => registry().cache.bytes,
    },
    timezone_registry_batch_pending: {
      help: 'Reads and writes that wait for the database.',
      label: 'queue',
      read: () => ofQueues(registry(), 'pending'),
    },
  }
}

function ofQueues({ reads, writes }: RegistryCounts, count: keyof BatchCounts) {
  return { reads: reads[count], writes: writes[count] }
}

function dependencyGauges({ pool, probe, isBreakerOpen, tail, replica }: GaugeSources) {
  return {
    timezone_registry_database_connections: {
      help: 'Connections of the pool by state; "waiting" counts queries that wait for one.',
      label: 'state',
      read: () => ({ total: 0, idle: 0, waiting: 0, ...pool() }),
    },
    timezone_registry_dependency_up: {
      help: 'Whether the database and Redis answer; Redis counts as up if there is none.',
      label: 'dependency',
      aggregator: 'min',
      read: async () => {
        const { database, redis } = await probe()
        return { database: Number(database), redis: Number(redis) }
      },
    },
    timezone_registry_storage_full: {
      help: 'Whether a write failed within the last minute because the disk of the database is full.',
      aggregator: 'max',
      read: async () => Number((await probe()).isStorageFull),
    },
    timezone_registry_redis_breaker_open: {
      help: 'Whether commands fail fast because Redis did not answer.',
      aggregator: 'max',
      read: () => Number(isBreakerOpen() ?? false),
    },
    timezone_registry_feed_age_seconds: {
      help: 'For how long changes may have gone unnoticed; above 1, reads ask the database. Infinite while nothing is cached.',
      aggregator: 'max',
      read: () => tail.age() / 1000,
    },
    timezone_registry_replica_lag_seconds: {
      help: 'How far the replica is behind the primary; 0 without a replica.',
      aggregator: 'max',
      read: () => replica()?.lagSeconds ?? 0,
    },
    timezone_registry_replica_used: {
      help: 'Whether reads come from the replica.',
      aggregator: 'min',
      read: () => Number(replica()?.isUsed ?? false),
    },
  } satisfies Record<string, Reading>
}

function databaseGauges({ probe, findHeldBackSeconds, countMigrations }: GaugeSources) {
  // A database that does not answer would delay the whole scrape.
  const ifUp = async <Value>(read: () => Promise<Value>, otherwise: Value): Promise<Value> =>
    (await probe()).database ? read().catch(() => otherwise) : otherwise
  return {
    timezone_registry_feed_held_back_seconds: {
      help: 'The age of the oldest change that open transactions hold back from /changes; NaN if it is not known.',
      aggregator: 'max',
      read: () => ifUp(findHeldBackSeconds, Number.NaN),
    },
    timezone_registry_migrations: {
      help: 'Migrations of the database: applied by any version, or pending for this one; NaN if it is not known.',
      label: 'state',
      aggregator: 'max',
      read: () => ifUp(countMigrations, { applied: Number.NaN, pending: Number.NaN }),
    },
  } satisfies Record<string, Reading>
}

/** Totals since the start of the process. */
function counters({ registry, droppedLines }: GaugeSources) {
  return {
    timezone_registry_log_lines_dropped_total: {
      help: 'Lines of the log that were dropped because standard output was stuck.',
      read: droppedLines,
    },
    timezone_registry_cache_reads_total: {
      help: 'Reads of the cache by result.',
      label: 'result',
      read: () => ({ hit: registry().cache.hits, miss: registry().cache.misses }),
    },
    timezone_registry_batches_total: {
      help: 'Statements that ran reads and writes in batches.',
      label: 'queue',
      read: () => ofQueues(registry(), 'batches'),
    },
    timezone_registry_batched_jobs_total: {
      help: 'Reads and writes in these statements; divided by the number of statements, this is the batch size.',
      label: 'queue',
      read: () => ofQueues(registry(), 'jobs'),
    },
  }
}

function addReading(
  registry: Registry,
  Metric: typeof Gauge | typeof Counter,
  name: string,
  { read, label, ...options }: Reading,
): void {
  const metric = new Metric({
    ...options,
    name,
    labelNames: label === undefined ? [] : [label],
    registers: [registry],
    collect: async () => {
      const values = await read()
      const all = typeof values === 'number' ? { '': values } : values
      metric.reset()
      for (const [value, number] of Object.entries(all)) {
        const labels = label === undefined ? {} : { [label]: value }
        if (metric instanceof Gauge) metric.set(labels, number)
        else metric.inc(labels, number)
      }
    },
  })
}
