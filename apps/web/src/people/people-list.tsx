import { memo, useCallback, useDeferredValue, useMemo, useRef } from 'react'
import type { Span } from '../clock/span.ts'
import { useServiceClocks } from '../clock/use-service-clocks.tsx'
import { offsetAt, type ZoneClock } from '../clock/zone-clock.ts'
import type { Person } from '../selection/use-people.ts'
import { useLocale, useTexts } from '../texts/use-texts.tsx'
import { useCityOf } from '../zones/use-city-of.ts'
import { usePlaceOf } from '../zones/use-place-of.ts'
import { describeAhead, describeClockChange } from './describe-person.ts'
import { PersonRow } from './person-row.tsx'

type PeopleListProps = {
  me: Person
  others: Person[]
  zones: Map<string, ZoneClock>
  span: Span
  now: Temporal.Instant
  onRemove: (id: string) => void
}

// More than a screen holds. The others render afterwards, at low priority.
const FIRST_ROWS = 16

/** The reader and the others by local time, the earliest first; those without one last. */
export const PeopleList = memo(function PeopleList({
  me,
  others,
  zones,
  span,
  now,
  onRemove,
}: PeopleListProps) {
  const texts = useTexts().people
  const list = useRef<HTMLUListElement>(null)
  const everybody = sortByLocalTime([me, ...others], zones, now.epochMilliseconds)
  const rows = useDeferredValue(everybody, everybody.slice(0, FIRST_ROWS))
  const describe = useDetails({ me, zones, now })

  // Stable across renders, so that the memoised rows do not render again.
  const remove = useCallback(
    (id: string) => {
      const buttons: (Element | null)[] = [...(list.current?.querySelectorAll('button') ?? [])]
      const index = buttons.indexOf(document.activeElement)
      // The button is about to disappear: its neighbour, or else the list, takes the focus.
      const neighbour = buttons[index + 1] ?? buttons[index - 1] ?? list.current
      if (neighbour instanceof HTMLElement) neighbour.focus()
      onRemove(id)
    },
    [onRemove],
  )

  return (
    <ul ref={list} tabIndex={-1} className="people-list" aria-label={texts.listLabel}>
      {rows.map((person) => (
        <PersonRow
          key={person.id}
          person={person}
          clock={person.timezone === undefined ? undefined : zones.get(person.timezone)}
          span={span}
          details={describe(person)}
          onRemove={person === me ? undefined : remove}
        />
      ))}
    </ul>
  )
})

type DetailsOptions = { me: Person; zones: Map<string, ZoneClock>; now: Temporal.Instant }

/** `Kolkata, India · 4 h 30 min ahead · clocks go back on Sunday`; computed once for each zone and minute. */
function useDetails({ me, zones, now }: DetailsOptions): (person: Person) => string {
  const all = useTexts()
  const texts = all.people
  const locale = useLocale()
  const [placeOf, cityOf] = [usePlaceOf(), useCityOf()]
  const clocks = useServiceClocks()
  const byZone = useMemo(() => {
    const at = now.epochMilliseconds
    const own = zones.get(me.timezone ?? '')
    const details = new Map<
      string,
      { place: string; ahead: string | undefined; change: string | undefined }
    >()
    for (const [timezone, clock] of zones) {
      const ahead = own && describeAhead(offsetAt(clock, at) - offsetAt(own, at), all)
      const change = describeClockChange(timezone, { now, locale, texts, clocks })
      details.set(timezone, { place: placeOf(timezone), ahead, change })
    }
    return details
  }, [me.timezone, zones, now, all, texts, placeOf, locale, clocks])

  return ({ id, timezone = '' }) => {
    const { place, ahead, change } = byZone.get(timezone) ?? { place: cityOf(timezone) }
    return [place, id === me.id ? texts.you : ahead, change].filter(Boolean).join(' · ')
  }
}

/** West to east, so that their ribbons shift in one direction; then by name. */
function sortByLocalTime(people: Person[], zones: Map<string, ZoneClock>, at: number): Person[] {
  const offsetOf = ({ timezone }: Person) => {
    const clock = timezone === undefined ? undefined : zones.get(timezone)
    return clock === undefined ? Number.POSITIVE_INFINITY : offsetAt(clock, at)
  }
  return people.toSorted((a, b) => {
    const [left, right] = [offsetOf(a), offsetOf(b)]
    return left === right ? a.name.localeCompare(b.name) : left - right
  })
}
