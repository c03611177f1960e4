import { fold } from '@timezone-registry/zones/fold'
import type { ZoneSearch } from '@timezone-registry/zones/zone-search'
import { useMemo } from 'react'
import { daysOf, isAwakeAt, withLead } from '../clock/days.ts'
import { useDebounced } from '../clock/use-now.ts'
import { useServiceClocks } from '../clock/use-service-clocks.tsx'
import { localAt, offsetAt, UTC_CLOCK, wallAt, zoneClock } from '../clock/zone-clock.ts'
import { browserZone, offsetMinutes } from '../clock/zone-time.ts'
import { useNameSearch } from '../people/use-name-search.ts'
import { listedIds, ownNames } from '../selection/lists.ts'
import { readId } from '../selection/selection.ts'
import { type Person, usePeople } from '../selection/use-people.ts'
import { useCityOf, useLanguage, useTimes, useViewText } from '../texts/use-text.tsx'
import { useStored } from '../ui/stored.ts'
import { type PickerRow, recentZones, usePickerRows } from '../zones/use-picker-rows.ts'
import { usePlaceOf } from '../zones/use-place-of.tsx'
import { createReadWhen } from './read-when.ts'

/** A person, a moment, or else a row of the picker. */
export type FindRow = Omit<PickerRow, 'pick'> & {
  pick: PickerRow['pick'] | { person: string } | { at: number }
}

const MAX_PLACES = 8
const PAUSE_MS = 200
const WEEKDAY = { weekday: 'short' } as const
const DATE = { ...WEEKDAY, day: 'numeric', month: 'short' } as const
// After these, a weekday alone could be another.
const MAX_WEEKDAY_MS = 6 * 24 * 3_600_000

/**
 * The moment, the reader's people and the places that a query means, and last, since they arrive later, other people, unless
 * one of them is exactly meant; without a query the reader's people and where it is which time.
 */
export function useFindRows(query: string, now: number, canRead: boolean) {
  const t = useViewText()
  const clocks = useServiceClocks()
  const placeOf = usePlaceOf()
  const recent = useStored(recentZones)
  const { sections, search } = usePickerRows(query, now, recent)
  const ids = useMemo(() => [...listedIds()], [])
  const names = useStored(ownNames)
  const { people } = usePeople(ids, canRead)
  const { people: named } = useNameSearch(query, canRead)
  const meant = usePersonMeant(query, canRead)

  const toRow = ({ id, name, timezone, isUnregistered }: Omit<Person, 'state'>): FindRow => ({
    id: `person ${id}`,
    name: names[id] ?? name,
    details: timezone === undefined ? t('list.missing') : placeOf(timezone),
    offset: timezone === undefined ? undefined : offsetMinutes(timezone, now, clocks),
    pick: isUnregistered && timezone !== undefined ? { zone: timezone } : { person: id },
  })
  const moment = useMoment(query, { now, people, search })
  const text = fold(query)
  const isNamed = (name = '') => ` ${fold(name)}`.includes(` ${text}`)
  const own = people.filter(
    ({ id, name }) => text === '' || id === meant?.id || isNamed(name) || isNamed(names[id]),
  )
  const others = new Map([...named, ...(meant ? [meant] : [])].map((person) => [person.id, person]))
  for (const { id } of own) others.delete(id)
  const places = sections
    .filter(({ heading }) => ['', t('picker.recent'), t('picker.byTime')].includes(heading))
    .map(({ heading, rows }) =>
      heading === '' ? { heading: t('search.places'), rows: rows.slice(0, MAX_PLACES) } : { heading, rows },
    )
  const isExact = [...others.values()].some(({ id, name }) => id === meant?.id || fold(name) === text)
  const rest = { heading: t('search.others'), rows: [...others.values()].map(toRow) }
  return [
    { heading: t('meet.moment'), rows: moment },
    { heading: t('search.own'), rows: own.map(toRow) },
    ...(isExact ? [rest, ...places] : [...places, rest]),
  ].filter(({ rows }) => rows.length > 0)
}

type Asked = { now: number; people: readonly Person[]; search: ZoneSearch['search'] }

/** The moment that a query names, as a row: when it is for the reader and at the place named, and how many are awake. */
function useMoment(query: string, { people, ...asked }: Asked): FindRow[] {
  const t = useViewText()
  const times = useTimes()
  const cityOf = useCityOf()
  const clockOf = useClockOf()
  const found = useWhen(query, asked)
  if (found === undefined) return []
  const { at, zone } = found
  const own = browserZone()
  const write = (zone: string) => {
    const wall = wallAt(clockOf(zone, at), at)
    const isToday = localAt(clockOf(zone, at), at).day === localAt(clockOf(own, asked.now), asked.now).day
    const day = at - asked.now < MAX_WEEKDAY_MS ? WEEKDAY : DATE
    return isToday ? times.time(wall) : `${times.date(wall, day)} ${times.time(wall)}`
  }
  const isAwake = ({ timezone = '', availability }: Person) =>
    isAwakeAt(daysOf(clockOf(timezone, at), { from: at, until: at + 1 }, availability), at)
  const known = people.filter(({ timezone }) => timezone !== undefined)
  const details = [
    zone === own ? '' : `${write(zone)} ${cityOf(zone)}`,
    known.length > 0 && t('search.awake', { count: known.filter(isAwake).length }),
  ]
  const name = t('search.forYou', { time: write(own) })
  return [
    { id: 'moment', name, details: details.filter(Boolean).join(' · '), offset: undefined, pick: { at } },
  ]
}

function useWhen(query: string, { now, search }: Omit<Asked, 'people'>) {
  const language = useLanguage()
  const clockOf = useClockOf()
  const read = useMemo(() => createReadWhen(language), [language])
  return useMemo(() => {
    const own = browserZone()
    return read(query, {
      now,
      own,
      offsetOf: (zone, at) => offsetAt(clockOf(zone, at), at),
      findZone: (place) => {
        const { places, exact } = search(place, { at: now, zone: own })
        return exact > 0 ? places[0]?.zone : undefined
      },
    })
  }, [query, now, read, search])
}

/** The clock of a zone around a moment; that of UTC for a zone that is not known. */
function useClockOf() {
  const service = useServiceClocks()
  return (zone: string, at: number) =>
    zoneClock(zone, withLead({ from: at, until: at + 1 }), service) ?? UTC_CLOCK
}

/** Whoever has the id that was typed, as such, in a mention or in a link; without an answer, only what looks like an id. */
function usePersonMeant(query: string, canRead: boolean): Person | undefined {
  const current = readId(query)
  const id = useDebounced(current, PAUSE_MS)
  const ids = useMemo(() => (id === undefined || id === '' ? [] : [id]), [id])
  const [person] = usePeople(ids, canRead).people
  if (person === undefined || id !== current) return undefined
  if (person.state === 'found') return person
  return person.state === 'unchecked' && canRead && /\d{5}/.test(person.id) ? person : undefined
}
