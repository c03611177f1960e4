import { Counter, Gauge, type Registry } from '@prometheus-io/client'
import type { BatchCounts } from '../batcher.ts'

/** The parts of the service whose state is read at each scrape, which costs the requests nothing. */
export type GaugeSources = {
  readonly version: string
  readonly zoneNames: { readonly release: string }
  readonly records: {
    registry: {
      counts(): {
        cache: { entries: number; bytes: number; hits: number; misses: number }
        reads: BatchCounts
        writes: BatchCounts
      }
    }
  }
  readonly changes: {
    feed: { readonly listeners: number }
    store: { findHeldBackSeconds(): Promise<number> }
  }
  /** Without a pool, the counts are undefined. */
  readonly database: { poolCounts(): { total: number; idle: number; waiting: number } | undefined }
  readonly redis: { readonly isBreakerOpen: boolean } | undefined
  readonly health: { probe(): Promise<{ database: boolean; redis: boolean; isStorageFull: boolean }> }
  /** Whose age is infinite while nothing is cached. */
  readonly tail: { age(): number }
  /** Lines of the log that were dropped since the start. */
  droppedLines?: () => number
  /** Seconds; NaN if none are made. */
  findBackupAge(): Promise<number>
  countMigrations(): Promise<{ applied: number; pending: number }>
}

type Sources = GaugeSources & { inFlight(): number }

/** A metric whose value is read when it is scraped; with a `label`, a value for each of the label's. */
type Reading = {
  help: string
  label?: string
  read: (sources: Sources) => Values | Promise<Values>
}

type Values = number | Record<string, number>

// By name; `_total` is a counter, since the start of the process.
const READINGS: Record<string, Reading> = {
  http_requests_in_flight: {
    help: 'Requests without a complete response, including streams.',
    read: ({ inFlight }) => inFlight(),
  },
  timezone_registry_event_listeners: {
    help: 'Open streams of /events.',
    read: ({ changes }) => changes.feed.listeners,
  },
  timezone_registry_cache_entries: {
    help: 'Records in the cache, including users known to have none.',
    read: ({ records }) => records.registry.counts().cache.entries,
  },
  timezone_registry_cache_bytes: {
    help: 'The approximate size of the cache.',
    read: ({ records }) => records.registry.counts().cache.bytes,
  },
  timezone_registry_cache_reads_total: {
    help: 'Reads of the cache by result.',
    label: 'result',
    read: ({ records }) => {
      const { hits, misses } = records.registry.counts().cache
      return { hit: hits, miss: misses }
    },
  },
  timezone_registry_batch_pending: {
    help: 'Reads and writes that wait for the database.',
    label: 'queue',
    read: (sources) => ofQueues(sources, 'pending'),
  },
  timezone_registry_batches_total: {
    help: 'Statements that ran reads and writes in batches.',
    label: 'queue',
    read: (sources) => ofQueues(sources, 'batches'),
  },
  timezone_registry_batched_jobs_total: {
    help: 'Reads and writes in these statements; divided by the number of statements, this is the batch size.',
    label: 'queue',
    read: (sources) => ofQueues(sources, 'jobs'),
  },
  timezone_registry_database_connections: {
    help: 'Connections of the pool by state; "waiting" counts queries that wait for one.',
    label: 'state',
    read: ({ database }) => database.poolCounts() ?? { total: 0, idle: 0, waiting: 0 },
  },
  timezone_registry_dependency_up: {
    help: 'Whether the database and Redis answer; Redis counts as up if there is none.',
    label: 'dependency',
    read: async ({ health }) => {
      const { database, redis } = await health.probe()
      return { database: Number(database), redis: Number(redis) }
    },
  },
  timezone_registry_storage_full: {
    help: 'Whether a write failed within the last minute because the disk of the database is full.',
    read: async ({ health }) => Number((await health.probe()).isStorageFull),
  },
  timezone_registry_redis_breaker_open: {
    help: 'Whether commands fail fast because Redis did not answer.',
    read: ({ redis }) => Number(redis?.isBreakerOpen ?? false),
  },
  timezone_registry_feed_age_seconds: {
    help: 'For how long changes may have gone unnoticed; above 1, reads ask the database. Infinite while nothing is cached.',
    read: ({ tail }) => tail.age() / 1000,
  },
  timezone_registry_feed_held_back_seconds: {
    help: 'The age of the oldest change that open transactions hold back from /changes; NaN if it is not known.',
    read: (sources) => ifUp(sources, sources.changes.store.findHeldBackSeconds, Number.NaN),
  },
  timezone_registry_migrations: {
    help: 'Migrations of the database: applied by any version, or pending for this one; NaN if it is not known.',
    label: 'state',
    read: (sources) => ifUp(sources, sources.countMigrations, { applied: Number.NaN, pending: Number.NaN }),
  },
  timezone_registry_backup_age_seconds: {
    help: 'The age of the last backup in BACKUP_DIR; infinite if there is none, NaN without BACKUP_DIR.',
    read: ({ findBackupAge }) => findBackupAge(),
  },
  timezone_registry_log_lines_dropped_total: {
    help: 'Lines of the log that were dropped because standard output was stuck.',
    read: ({ droppedLines }) => droppedLines?.() ?? 0,
  },
}

export function addGauges(registry: Registry, sources: Sources): void {
  for (const [name, reading] of Object.entries(READINGS)) addReading(registry, name, { reading, sources })
  const build = new Gauge({
    name: 'timezone_registry_build_info',
    help: 'Always 1; the labels are the versions of the service, of Node and of the time zones.',
    labelNames: ['version', 'node', 'tzdata'],
    registers: [registry],
    collect: () => {
      const { version, zoneNames } = sources
      build.reset()
      build.set({ version, node: process.versions.node, tzdata: zoneNames.release }, 1)
    },
  })
}

function addReading(
  registry: Registry,
  name: string,
  { reading: { read, label, ...options }, sources }: { reading: Reading; sources: Sources },
): void {
  const Metric = name.endsWith('_total') ? Counter : Gauge
  const metric = new Metric({
    ...options,
    name,
    labelNames: label === undefined ? [] : [label],
    registers: [registry],
    collect: async () => {
      const values = await read(sources)
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

function ofQueues({ records }: Sources, count: keyof BatchCounts): Values {
  const { reads, writes } = records.registry.counts()
  return { reads: reads[count], writes: writes[count] }
}

/** A database that does not answer would delay the whole scrape. */
async function ifUp<Value>(
  { health }: Sources,
  read: () => Promise<Value>,
  otherwise: Value,
): Promise<Value> {
  return (await health.probe()).database ? read().catch(() => otherwise) : otherwise
}
