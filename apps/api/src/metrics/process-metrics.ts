import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client'
import type { BatchCounts } from '../batcher.ts'
import type { ChangeStore } from '../feed/change-store.ts'
import type { EventStreams } from '../feed/event-streams.ts'
import type { Tail } from '../feed/tail.ts'
import type { Health } from '../health/health.ts'
import type { OnClose } from '../http/request.ts'
import type { RecordRegistry } from '../records/registry.ts'

/** The parts of the service whose state is read at each scrape, which costs the requests nothing. */
type MetricsSources = {
  version: string
  zoneNames: { readonly release: string }
  records: { registry: RecordRegistry }
  changes: { store: ChangeStore; feed: EventStreams }
  /** Without a pool, the counts are undefined. */
  database: { poolCounts(): { total: number; idle: number; waiting: number } | undefined }
  health: Health
  tail: Tail
  /** Lines of the log that were dropped since the start. */
  droppedLines?: () => number
  /** Seconds; NaN if no backups are made. */
  findBackupAge(): Promise<number>
}

/** Counts what the service does. Every label has a bounded number of values. */
export type Metrics = ReturnType<typeof createProcessMetrics>

// Seconds. Cached reads take about a millisecond; only logins and pictures may take longer than 3.5 s.
const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const OTHER = 'other'
// A scanner sends three dozen others, each of which would make label sets of its own.
const METHODS = new Set(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'POST', 'PUT'])

export function createProcessMetrics(sources: MetricsSources) {
  const registry = new Registry()
  const registers = [registry]
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the head of a request to the end of its response. Without streams.',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_BUCKETS,
    registers,
  })
  const help = 'Error responses by their code.'
  const problems = new Counter({ name: 'http_problems_total', help, labelNames: ['code'], registers })
  const onClose: OnClose = ({ method, tsRestRoute, call: { arrivedAt } }, res) => {
    if (tsRestRoute !== undefined && 'isStream' in tsRestRoute.metadata) return
    const status = res.headersSent ? res.statusCode : 'aborted'
    durations.observe(
      { method: METHODS.has(method) ? method : OTHER, route: tsRestRoute?.path ?? OTHER, status },
      (performance.now() - arrivedAt) / 1000,
    )
  }
  for (const [name, reading] of Object.entries(READINGS)) addReading(registry, name, reading, sources)
  collectDefaultMetrics({ register: registry })
  return {
    contentType: registry.contentType,
    /** Prometheus's text. */
    read: () => registry.metrics(),
    onClose,
    onProblem: (code: string) => problems.inc({ code }),
  }
}

/** A metric whose value is read when it is scraped, or a value for each combination of labels. */
type Reading = {
  help: string
  read: (sources: MetricsSources) => Values | Promise<Values>
}

type Values = number | [value: number, labels: Record<string, string>][]

const LABELS = ['dependency', 'node', 'queue', 'result', 'state', 'tzdata', 'version']

// By name; `_total` is a counter, since the start of the process.
const READINGS: Record<string, Reading> = {
  timezone_registry_event_listeners: {
    help: 'Open streams of /events.',
    read: ({ changes }) => changes.feed.listeners,
  },
  timezone_registry_cache_bytes: {
    help: 'The approximate size of the cache.',
    read: ({ records }) => records.registry.counts().cache.bytes,
  },
  timezone_registry_cache_reads_total: {
    help: 'Reads of the cache by result.',
    read: ({ records }) => {
      const { hits: hit, misses: miss } = records.registry.counts().cache
      return by('result', { hit, miss })
    },
  },
  timezone_registry_batch_pending: {
    help: 'Reads and writes that wait for the database.',
    read: (sources) => ofQueues(sources, 'pending'),
  },
  timezone_registry_batches_total: {
    help: 'Statements that ran reads and writes in batches.',
    read: (sources) => ofQueues(sources, 'batches'),
  },
  timezone_registry_batched_jobs_total: {
    help: 'Reads and writes in these statements; divided by the number of statements, this is the batch size.',
    read: (sources) => ofQueues(sources, 'jobs'),
  },
  timezone_registry_database_connections: {
    help: 'Connections of the pool by state; "waiting" counts queries that wait for one.',
    read: ({ database }) => by('state', database.poolCounts() ?? { total: 0, idle: 0, waiting: 0 }),
  },
  timezone_registry_dependency_up: {
    help: 'Whether the database and Redis answer; Redis counts as up if there is none.',
    read: async ({ health }) => {
      const { database, redis } = await health.probe()
      return by('dependency', { database: Number(database), redis: Number(redis) })
    },
  },
  timezone_registry_storage_full: {
    help: 'Whether a write failed within the last minute because the disk of the database is full.',
    read: async ({ health }) => Number((await health.probe()).isStorageFull),
  },
  timezone_registry_feed_age_seconds: {
    help: 'For how long changes may have gone unnoticed; above 1, reads ask the database. Infinite while nothing is cached.',
    read: ({ tail }) => tail.age() / 1000,
  },
  timezone_registry_feed_held_back_seconds: {
    help: 'The age of the oldest change that open transactions hold back from /changes; NaN if it is not known.',
    read: async ({ health, changes }) => {
      // A database that does not answer would delay the whole scrape.
      const { database } = await health.probe()
      return database ? changes.store.findHeldBackSeconds().catch(() => Number.NaN) : Number.NaN
    },
  },
  timezone_registry_backup_age_seconds: {
    help: 'The age of the last backup in BACKUP_DIR; infinite if there is none, NaN without BACKUP_DIR.',
    read: ({ findBackupAge }) => findBackupAge(),
  },
  timezone_registry_log_lines_dropped_total: {
    help: 'Lines of the log that were dropped because standard output was stuck.',
    read: ({ droppedLines }) => droppedLines?.() ?? 0,
  },
  timezone_registry_build_info: {
    help: 'Always 1; the labels are the versions of the service, of Node and of the time zones.',
    read: ({ version, zoneNames }) => [
      [1, { version, node: process.versions.node, tzdata: zoneNames.release }],
    ],
  },
}

function by(label: string, values: Record<string, number>): Values {
  return Object.entries(values).map(([name, value]) => [value, { [label]: name }])
}

function ofQueues({ records }: MetricsSources, count: keyof BatchCounts): Values {
  const { reads, writes } = records.registry.counts()
  return by('queue', { reads: reads[count], writes: writes[count] })
}

function addReading(
  registry: Registry,
  name: string,
  { help, read }: Reading,
  sources: MetricsSources,
): void {
  const Metric = name.endsWith('_total') ? Counter : Gauge
  const metric = new Metric({
    name,
    help,
    labelNames: LABELS,
    registers: [registry],
    collect: async () => {
      const values = await read(sources)
      metric.reset()
      for (const [value, labels] of typeof values === 'number' ? [[values, {}] as const] : values)
        if (metric instanceof Gauge) metric.set(labels, value)
        else metric.inc(labels, value)
    },
  })
}
