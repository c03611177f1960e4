import { fold } from '@timezone-registry/zones/fold'
import { useMemo } from 'react'
import { useServiceClocks } from '../clock/use-service-clocks.tsx'
import { offsetMinutes } from '../clock/zone-time.ts'
import { useNameSearch } from '../people/use-name-search.ts'
import { listedIds, ownNames } from '../selection/lists.ts'
import { readId } from '../selection/selection.ts'
import { type Person, usePeople } from '../selection/use-people.ts'
import { useViewText } from '../texts/use-text.tsx'
import { useStored } from '../ui/stored.ts'
import { useDebounced } from '../ui/use-debounced.ts'
import { type PickerRow, recentZones, usePickerRows } from '../zones/use-picker-rows.ts'
import { usePlaceOf } from '../zones/use-place-of.tsx'

/** A person, or else a row of the picker. */
export type FindRow = Omit<PickerRow, 'pick'> & { pick: PickerRow['pick'] | { person: string } }

const MAX_PLACES = 8
const PAUSE_MS = 200

/**
 * The reader's people and the places that a query means, and last, since they arrive later, other people; without a query
 * the reader's people and where it is which time.
 */
export function useFindRows(query: string, now: number, canRead: boolean) {
  const t = useViewText()
  const clocks = useServiceClocks()
  const placeOf = usePlaceOf()
  const recent = useStored(recentZones)
  const { sections } = usePickerRows(query, now, recent)
  const ids = useMemo(() => [...listedIds()], [])
  const names = useStored(ownNames)
  const { people } = usePeople(ids, canRead)
  const named = useNameSearch(query, canRead)
  const meant = usePersonMeant(query, canRead)

  const toRow = ({ id, name, timezone }: Pick<Person, 'id' | 'name' | 'timezone'>): FindRow => ({
    id: `person ${id}`,
    name: names[id] ?? name,
    details: timezone === undefined ? t('list.missing') : placeOf(timezone),
    offset: timezone === undefined ? undefined : offsetMinutes(timezone, now, clocks),
    pick: { person: id },
  })
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
  return [
    { heading: t('search.own'), rows: own.map(toRow) },
    ...places,
    { heading: t('search.others'), rows: [...others.values()].map(toRow) },
  ].filter(({ rows }) => rows.length > 0)
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
