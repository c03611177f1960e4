import { Counter, Gauge, type Registry } from '@prometheus-io/client'
import { type DependencySources, dependencyGauges } from './dependency-readings.ts'
import { METRIC_PREFIX, type Reading } from './reading.ts'
import { type RegistryCounts, recordCounters, recordGauges } from './record-readings.ts'

/** The parts of the service whose state is read at each scrape, which costs the requests nothing. */
export type GaugeSources = DependencySources & {
  readonly version: string
  /** The release of the time zones. */
  readonly tzdata: string
  registry(): RegistryCounts
  /** The number of open streams of events. */
  listeners(): number
  /** Lines of the log that were dropped since the start. */
  droppedLines(): number
}

export function addGauges(registry: Registry, sources: GaugeSources & { inFlight(): number }): void {
  for (const reading of [...requestGauges(sources), ...recordGauges(sources), ...dependencyGauges(sources)])
    addGauge(registry, reading)
  for (const reading of [logCounter(sources), ...recordCounters(sources)]) addCounter(registry, reading)
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
      name: `${METRIC_PREFIX}event_listeners`,
      help: 'Open streams of /events.',
      read: () => [{ value: listeners() }],
    },
    {
      name: `${METRIC_PREFIX}build_info`,
      help: 'Always 1; the labels are the versions of the service, of Node and of the time zones.',
      labelNames: ['version', 'node', 'tzdata'],
      aggregator: 'first',
      read: () => [{ labels: { version, node: process.versions.node, tzdata }, value: 1 }],
    },
  ]
}

function logCounter({ droppedLines }: GaugeSources): Reading {
  return {
    name: `${METRIC_PREFIX}log_lines_dropped_total`,
    help: 'Lines of the log that were dropped because standard output was stuck.',
    read: () => [{ value: droppedLines() }],
  }
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
