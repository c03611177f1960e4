import { setTimeout as sleep } from 'node:timers/promises'
import { Unavailable } from '../errors.ts'
import type { TimezoneStore, ZoneCount } from './timezone-store.ts'

const REUSE_MILLISECONDS = 3000
const PATIENCE_MILLISECONDS = 3000
const TOP = 10

type Stats = {
  total_users: number
  total_timezones: number
  unique_timezones: number
  timezone_distribution: Record<string, number>
  top_timezones: { timezone: string; count: number }[]
  top_timezone: string | null
  recent_registrations: number
}

/**
 * Counts over the whole registry, three seconds old at most where counting takes no longer: however many ask, the table
 * is read once in that time. A count that takes longer goes on, and the one before it is answered meanwhile; without one
 * before it, rejects with `unavailable`.
 */
export type TimezoneStats = { count(): Promise<Stats> }

export function createTimezoneStats({ store }: { store: Pick<TimezoneStore, 'countByZone'> }): TimezoneStats {
  let last: { stats: Stats; countedAt: number } | undefined
  let counting: Promise<Stats> | undefined

  async function countOnce(): Promise<Stats> {
    const stats = toStats(await store.countByZone())
    last = { stats, countedAt: performance.now() }
    return stats
  }

  return {
    count: async () => {
      if (last !== undefined && performance.now() - last.countedAt < REUSE_MILLISECONDS) return last.stats
      counting ??= countOnce().finally(() => {
        counting = undefined
      })
      // Nobody may be waiting any more when it fails.
      counting.catch(() => {})
      const inTime = await Promise.race([counting, sleep(PATIENCE_MILLISECONDS, undefined, { ref: false })])
      const stats = inTime ?? last?.stats
      if (stats !== undefined) return stats
      throw new Unavailable('Counting everybody takes a while. Try again in a few seconds.', {
        retryAfterSeconds: 5,
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
