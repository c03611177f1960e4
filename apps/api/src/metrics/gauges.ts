import { type Aggregator, Counter, Gauge, type Registry } from '@prometheus-io/client'

/** The parts of the service whose state is read at each scrape, which costs the requests nothing. */
export type GaugeSources = {
  readonly version: string
  /** The release of the time zones. */
  readonly tzdata: string
  registry(): {
    cache: { entries: number; bytes: number; hits: number; misses: number }
    reads: BatchCounts
    writes: BatchCounts
  }
  /** Undefined without a pool. */
  pool(): { total: number; idle: number; waiting: number } | undefined
  /** Undefined without Redis. */
  isBreakerOpen(): boolean | undefined
  /** The number of open streams of events. */
  listeners(): number
  findHeldBackSeconds(): Promise<number>
  probe(): Promise<{ database: boolean; redis: boolean }>
  /** Calls the function at once, and whenever the delivery of evictions starts or stops. */
  onLive(call: (isLive: boolean) => void): void
}

type BatchCounts = { pending: number; batches: number; jobs: number }

type Value = { labels?: Record<string, string>; value: number }

/** A metric whose values are read when it is scraped. */
type Reading = {
  name: string
  help: string
  labelNames?: string[]
  /** How the values of several workers become one. */
  aggregator?: Aggregator
  read: () => Value[] | Promise<Value[]>
}

const PREFIX = 'timezone_registry_'

export function addGauges(registry: Registry, sources: GaugeSources & { inFlight(): number }): void {
  for (const reading of [...requestGauges(sources), ...recordGauges(sources), ...dependencyGauges(sources)])
    addGauge(registry, reading)
  for (const reading of recordCounters(sources)) addCounter(registry, reading)
}

function requestGauges({
  inFlight,
  listeners,
  version,
  tzdata,
}: GaugeSources & { inFlight(): number }): Reading[] {
  return [
    {
      name: 'http_requests_in_flight',
      help: 'Requests without a complete response, including streams.',
      read: () => [{ value: inFlight() }],
    },
    {
      name: `${PREFIX}event_listeners`,
      help: 'Open streams of /events.',
      read: () => [{ value: listeners() }],
    },
    {
      name: `${PREFIX}build_info`,
      help: 'Always 1; the labels are the versions of the service, of Node and of the time zones.',
      labelNames: ['version', 'node', 'tzdata'],
      aggregator: 'first',
      read: () => [{ labels: { version, node: process.versions.node, tzdata }, value: 1 }],
    },
  ]
}

function recordGauges({ registry }: GaugeSources): Reading[] {
  return [
    {
      name: `${PREFIX}cache_entries`,
      help: 'Records in the cache, including users known to have none.',
      read: () => [{ value: registry().cache.entries }],
    },
    {
      name: `${PREFIX}cache_bytes`,
      help: 'The approximate size of the cache.',
      read: () => [{ value: registry().cache.bytes }],
    },
    {
      name: `${PREFIX}batch_pending`,
      help: 'Reads and writes that wait for the database.',
      labelNames: ['queue'],
      read: () => [
        { labels: { queue: 'reads' }, value: registry().reads.pending },
        { labels: { queue: 'writes' }, value: registry().writes.pending },
      ],
    },
  ]
}

function dependencyGauges(sources: GaugeSources): Reading[] {
  let isLive = false
  sources.onLive((live) => {
    isLive = live
  })
  return [
    {
      name: `${PREFIX}database_connections`,
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
      name: `${PREFIX}dependency_up`,
      help: 'Whether the database and Redis answer; Redis counts as up if there is none.',
      labelNames: ['dependency'],
      aggregator: 'min',
      read: async () =>
        Object.entries(await sources.probe()).map(([dependency, isUp]) => ({
          labels: { dependency },
          value: Number(isUp),
        })),
    },
    {
      name: `${PREFIX}redis_breaker_open`,
      help: 'Whether commands fail at once because Redis did not answer.',
      aggregator: 'max',
      read: () => [{ value: Number(sources.isBreakerOpen() ?? false) }],
    },
    {
      name: `${PREFIX}channel_live`,
      help: 'Whether evictions arrive; if not, nothing is cached.',
      aggregator: 'min',
      read: () => [{ value: Number(isLive) }],
    },
    {
      name: `${PREFIX}feed_held_back_seconds`,
      help: 'The age of the oldest change that open transactions hold back from /changes; NaN if it is not known.',
      aggregator: 'max',
      read: async () => [{ value: await readHeldBack(sources) }],
    },
  ]
}

/** A database that does not answer would delay the whole scrape. */
async function readHeldBack({ probe, findHeldBackSeconds }: GaugeSources): Promise<number> {
  if (!(await probe()).database) return Number.NaN
  return findHeldBackSeconds().catch(() => Number.NaN)
}

function recordCounters({ registry }: GaugeSources): Reading[] {
  const ofQueues = (count: 'batches' | 'jobs') => () => {
    const { reads, writes } = registry()
    return [
      { labels: { queue: 'reads' }, value: reads[count] },
      { labels: { queue: 'writes' }, value: writes[count] },
    ]
  }
  return [
    {
      name: `${PREFIX}cache_reads_total`,
      help: 'Reads of the cache by result.',
      labelNames: ['result'],
      read: () => {
        const { hits, misses } = registry().cache
        return [
          { labels: { result: 'hit' }, value: hits },
          { labels: { result: 'miss' }, value: misses },
        ]
      },
    },
    {
      name: `${PREFIX}batches_total`,
      help: 'Statements that carried out several reads or writes together.',
      labelNames: ['queue'],
      read: ofQueues('batches'),
    },
    {
      name: `${PREFIX}batched_jobs_total`,
      help: 'Reads and writes in these statements; divided by their number, it is the batch size.',
      labelNames: ['queue'],
      read: ofQueues('jobs'),
    },
  ]
}

function addGauge(registry: Registry, { read, labelNames = [], ...options }: Reading): void {
  const gauge = new Gauge({
    ...options,
    labelNames,
    registers: [registry],
    collect: async () => {
      for (const { labels = {}, value } of await read()) gauge.set(labels, value)
    },
  })
}

/** The values are totals since the start of the process. */
function addCounter(registry: Registry, { read, labelNames = [], ...options }: Reading): void {
  const counter = new Counter({
    ...options,
    labelNames,
    registers: [registry],
    collect: async () => {
      counter.reset()
      for (const { labels = {}, value } of await read()) counter.inc(labels, value)
    },
  })
}
