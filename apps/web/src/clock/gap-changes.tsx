import { useLocale, useViewText } from '../texts/use-text.tsx'
import { describeDifference } from './amounts.ts'
import { DAY_MS, MINUTE_MS } from './span.ts'
import { useMinute } from './use-now.ts'
import { useServiceClocks } from './use-service-clocks.tsx'
import { offsetAt, type ZoneClock, zoneClock } from './zone-clock.ts'

type GapChangesProps = {
  people: readonly { name: string; timezone: string }[]
  /** The reader's own zone. */
  mine: string
  className: string
}

/** `From 28 March, Maya: 6 h behind you (now: 5 h behind you)`, for those whose difference changes within eight weeks. */
export function GapChanges({ people, mine, className }: GapChangesProps) {
  const t = useViewText()
  const locale = useLocale()
  const now = useMinute()
  const clocks = useServiceClocks()
  const clockOf = (timezone: string) =>
    zoneClock(timezone, { from: now, until: now + GAP_HORIZON_MS + DAY_MS }, clocks)
  const own = clockOf(mine)
  if (own === undefined) return null
  const changes = new Map<string, GapChange & { names: string[] }>()
  for (const { name, timezone } of people) {
    const theirs = clockOf(timezone)
    const change = theirs && nextGapChange(theirs, own, now)
    if (change === undefined) continue
    const key = `${change.at} ${change.before} ${change.after}`
    const known = changes.get(key) ?? { ...change, names: [] }
    changes.set(key, { ...known, names: [...known.names, name] })
  }
  const dates = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' })
  const list = new Intl.ListFormat(locale, { type: 'conjunction' })
  return [...changes].map(([key, { at, before, after, names }]) => (
    <p key={key} className={className}>
      {t('difference.changes', {
        date: dates.format(at + offsetAt(own, at) * MINUTE_MS),
        names: list.format(names),
        after: describeDifference(after, t),
        before: describeDifference(before, t),
      })}
    </p>
  ))
}

/** When the difference between two clocks changes, in milliseconds since 1970, and from what to what, in minutes ahead. */
export type GapChange = { at: number; before: number; after: number }

/** What is further away helps nobody yet. */
export const GAP_HORIZON_MS = 56 * 24 * 3_600_000

/**
 * The next change of how far one clock is ahead of another that lasts longer than a day: zones that change on the same night
 * do so hours apart. Undefined if there is none within eight weeks.
 */
export function nextGapChange(theirs: ZoneClock, mine: ZoneClock, now: number): GapChange | undefined {
  const gapAt = (at: number) => offsetAt(theirs, at) - offsetAt(mine, at)
  const before = gapAt(now)
  const at = [...theirs.offsets, ...mine.offsets]
    .map(({ from }) => from)
    .filter((from) => from > now && from <= now + GAP_HORIZON_MS)
    .toSorted((a, b) => a - b)
    .find((from) => gapAt(from + DAY_MS) !== before)
  return at === undefined ? undefined : { at, before, after: gapAt(at + DAY_MS) }
}
