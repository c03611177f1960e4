import type { Aggregator } from '@prometheus-io/client'

type Value = { labels?: Record<string, string>; value: number }

/** A metric whose values are read when it is scraped. */
export type Reading = {
  name: string
  help: string
  labelNames?: string[]
  /** How the values of several workers become one. */
  aggregator?: Aggregator
  read: () => Value[] | Promise<Value[]>
}

/** The prefix of the names of this service's own metrics. */
export const METRIC_PREFIX = 'timezone_registry_'
