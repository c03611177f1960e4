import { memo, useCallback, useDeferredValue, useMemo, useRef } from 'react'
import { useAxis } from '../axis/axis.tsx'
import { createDayFormat } from '../axis/day-format.ts'
import { describeAhead } from '../clock/amounts.ts'
import { useServiceClocks } from '../clock/use-service-clocks.tsx'
import { offsetAt, UTC_CLOCK, type ZoneClock } from '../clock/zone-clock.ts'
import type { Person } from '../selection/use-people.ts'
import { useLocale, useViewText } from '../texts/use-text.tsx'
import { useCityOf } from '../zones/use-city-of.ts'
import { describeClockChange } from './describe-person.ts'
import { PersonRow } from './person-row.tsx'

type PeopleListProps = {
  me: Person
  people: Person[]
  zones: Map<string, ZoneClock>
  onRemove: (id: string) => void
}

// More than a screen holds. The others render afterwards, at low priority.
const FIRST_ROWS = 16

/** People by local time, the earliest first; those without one last. */
export const PeopleList = memo(function PeopleList({ me, people, zones, onRemove }: PeopleListProps) {
  const t = useViewText()
  const { now } = useAxis()
  const sorted = sortByLocalTime(people, zones, now)
  const rows = useDeferredValue(sorted, sorted.slice(0, FIRST_ROWS))
  const describe = useDetails({ me, zones })
  const locale = useLocale()
  const formatDay = useMemo(() => createDayFormat(locale, t), [locale, t])
  const latest = useRef(onRemove)
  latest.current = onRemove

  // Stable across renders, so that the memoised rows do not render again.
  const remove = useCallback((id: string) => latest.current(id), [])

  return (
    <ul className="people-list outline-none" aria-label={t('list.listLabel')}>
      {rows.map((person) => (
        <PersonRow
          key={person.id}
          person={person}
          clock={zones.get(person.timezone ?? '')}
          own={zones.get(me.timezone ?? '') ?? UTC_CLOCK}
          formatDay={formatDay}
          details={describe(person)}
          onRemove={remove}
        />
      ))}
    </ul>
  )
})

/**
 * `Kolkata · +4 h 30 min · clocks go back on Sunday`; computed once for each zone and minute. Without the city in its own
 * row.
 */
function useDetails({ me, zones }: { me: Person; zones: Map<string, ZoneClock> }) {
  const t = useViewText()
  const locale = useLocale()
  const { now } = useAxis()
  const cityOf = useCityOf()
  const clocks = useServiceClocks()
  return useMemo(() => {
    const own = zones.get(me.timezone ?? '')
    const known = new Map<string, (string | undefined)[]>()
    for (const [zone, clock] of zones) {
      const ahead = own && describeAhead(offsetAt(clock, now) - offsetAt(own, now), t)
      const change = describeClockChange(zone, { now, locale, t, clocks })
      known.set(zone, [cityOf(zone), ahead, change])
    }
    return ({ name, timezone = '' }: Person) =>
      (known.get(timezone) ?? []).filter((part) => part && part !== name).join(' · ')
  }, [me.timezone, zones, now, t, cityOf, locale, clocks])
}

/** West to east, so that their ribbons shift in one direction; then by name. */
function sortByLocalTime(people: Person[], zones: Map<string, ZoneClock>, at: number): Person[] {
  const offsetOf = ({ timezone = '' }: Person) => {
    const clock = zones.get(timezone)
    return clock === undefined ? Number.POSITIVE_INFINITY : offsetAt(clock, at)
  }
  return people.toSorted((a, b) => {
    const [left, right] = [offsetOf(a), offsetOf(b)]
    return left === right ? a.name.localeCompare(b.name) : left - right
  })
}
