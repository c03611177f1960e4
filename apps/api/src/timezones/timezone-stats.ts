import type { TimezoneStore, ZoneCount } from './timezone-store.ts'

const REUSE_MILLISECONDS = 3000
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

/** Counts over the whole registry, at most three seconds old: however many ask, the table is read once in that time. */
export type TimezoneStats = { count(): Promise<Stats> }

export function createTimezoneStats({ store }: { store: Pick<TimezoneStore, 'countByZone'> }): TimezoneStats {
  let counted: Promise<Stats> | undefined
  return {
    count: () => {
      counted ??= store.countByZone().then(toStats).finally(forgetSoon)
      return counted
    },
  }

  function forgetSoon(): void {
    setTimeout(() => {
      counted = undefined
    }, REUSE_MILLISECONDS).unref()
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
