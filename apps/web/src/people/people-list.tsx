import { memo, useCallback, useDeferredValue, useMemo, useRef } from 'react'
import { moveTo, useAxis, useMoved } from '../axis/axis.tsx'
import { createDayFormat } from '../axis/day-format.ts'
import { describeAhead } from '../clock/amounts.ts'
import { useNextChange } from '../clock/use-next-change.ts'
import { offsetAt, UTC_CLOCK, type ZoneClock } from '../clock/zone-clock.ts'
import type { Person } from '../selection/use-people.ts'
import { useCityOf, useLocale, useViewText } from '../texts/use-text.tsx'
import { PersonRow } from './person-row.tsx'
import { RowMenu } from './row-menu.tsx'

type PeopleListProps = {
  me: Person
  people: Person[]
  zones: Map<string, ZoneClock>
  onRemove: (id: string) => void
}

const WARNING_DAYS = 6
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
  const formatDay = useMemo(() => createDayFormat(locale), [locale])
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
 * `Kolkata · +4 h 30 min · Clocks go back on 25 October`; computed once for each zone and minute. Without the city in its own
 * row.
 */
function useDetails({ me, zones }: { me: Person; zones: Map<string, ZoneClock> }) {
  const t = useViewText()
  const { now } = useAxis()
  const cityOf = useCityOf()
  const describeChange = useNextChange()
  return useMemo(() => {
    const own = zones.get(me.timezone ?? '')
    const known = new Map<string, (string | undefined)[]>()
    for (const [zone, clock] of zones) {
      const ahead = own && describeAhead(offsetAt(clock, now) - offsetAt(own, now), t)
      const change = describeChange(zone, WARNING_DAYS)
      known.set(zone, [cityOf(zone), ahead, change])
    }
    return ({ name, timezone = '' }: Person) =>
      (known.get(timezone) ?? []).filter((part) => part && part !== name).join(' · ')
  }, [me.timezone, zones, now, t, cityOf, describeChange])
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

/** The line through all rows, where their ribbons have a column of their own. */
export function PeopleLine() {
  const line = useRef<HTMLDivElement>(null)
  useMoved((fraction) => moveTo(line.current, fraction))
  return (
    <div className="people-line" aria-hidden="true">
      <div className="people-line-track">
        <div ref={line} className="axis-line" />
      </div>
    </div>
  )
}

type PeopleWithoutProps = { people: readonly Person[]; onRemove: (id: string) => void }

/** Those of whom no time zone is known, behind one line. */
export function PeopleWithout({ people, onRemove }: PeopleWithoutProps) {
  const t = useViewText()
  if (people.length === 0) return null
  return (
    <details className="people-without my-2 text-sm text-soft print:hidden">
      <summary className="w-fit cursor-pointer py-3">{t('list.without', { count: people.length })}</summary>
      <ul>
        {people.map((person) => (
          <li key={person.id} className="flex min-h-11 items-center">
            <p className="min-w-0 grow truncate">
              <bdi className="font-medium">{person.name}</bdi>
              <span className="text-muted text-sm">
                {` · ${person.state === 'missing' ? t('list.missing') : t('list.unchecked')}`}
              </span>
            </p>
            <RowMenu person={person} onRemove={onRemove} />
          </li>
        ))}
      </ul>
    </details>
  )
}
