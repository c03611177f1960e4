import type { contract } from '@timezone-registry/contract'
import type * as z from 'zod'
import { withDeadline } from '../deadline.ts'
import { Unavailable } from '../errors.ts'
import { type ListQueries, MAX_AGE_MILLISECONDS, reusedFor, type ZoneCount } from './list-queries.ts'

const TIMEOUT_MILLISECONDS = 3000
// For a connection that never responds, for which the driver would wait five minutes.
const DEADLINE_MILLISECONDS = 30_000
const TOP = 10

type Stats = z.output<(typeof contract.getStats.responses)[200]>

/**
 * Counts over all records, for all requests at most once in 20 × the time that counting takes. While a count is slow,
 * requests get the previous one; if there is none that began within the last minute, they reject with `Unavailable`.
 */
export type RecordStats = { count(): Promise<Stats> }

export function createRecordStats({ countByZone }: Pick<ListQueries, 'countByZone'>): RecordStats {
  let last: { stats: Stats; startedAt: number; reusedUntil: number } | undefined
  let counting: Promise<Stats> | undefined

  async function countOnce(): Promise<Stats> {
    const startedAt = performance.now()
    const stats = toStats(await withDeadline(DEADLINE_MILLISECONDS, countByZone))
    last = { stats, startedAt, reusedUntil: startedAt + reusedFor(performance.now() - startedAt) }
    return stats
  }

  return {
    count: async () => {
      if (last !== undefined && performance.now() < last.reusedUntil) return last.stats
      counting ??= countOnce().finally(() => {
        counting = undefined
      })
      const current = counting
      return withDeadline(TIMEOUT_MILLISECONDS, () => current).catch((error: unknown) => {
        if (last === undefined || !(error instanceof Unavailable)) throw error
        if (performance.now() - last.startedAt >= MAX_AGE_MILLISECONDS) throw error
        return last.stats
      })
    },
  }
}

function toStats(zones: ZoneCount[]): Stats {
  const byUsers = zones.toSorted((a, b) => b.users - a.users || (a.timezone < b.timezone ? -1 : 1))
  const total = sum(zones.map(({ users }) => users))
  return {
    total_users: total,
    total_timezones: total,
    unique_timezones: zones.length,
    timezone_distribution: Object.fromEntries(byUsers.map(({ timezone, users }) => [timezone, users])),
    top_timezones: byUsers.slice(0, TOP).map(({ timezone, users }) => ({ timezone, count: users })),
    top_timezone: byUsers[0]?.timezone ?? null,
    recent_registrations: sum(zones.map(({ usersSinceMonday }) => usersSinceMonday)),
  }
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
