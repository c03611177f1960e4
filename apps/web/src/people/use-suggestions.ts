import { readUnregistered, toEntry } from '@timezone-registry/contract'
import type { Place } from '@timezone-registry/zones/places'
import { useMinute } from '../clock/use-now.ts'
import { browserZone } from '../clock/zone-time.ts'
import { nameOf } from '../selection/lists.ts'
import { cleanName } from '../selection/selection.ts'
import { useCityOf } from '../texts/use-text.tsx'
import { usePlaceOf } from '../zones/use-place-of.tsx'
import { usePlaceDetails, useZoneSearch } from '../zones/use-zone-search.ts'
import { useNameSearch } from './use-name-search.ts'

/** Somebody, or a place, to add by an id or an entry. */
export type Suggestion = { id: string; name: string; details: string }

const MAX_PLACES = 4

/** Whom and what a name may mean, without those in a list: first what it names in full, then what begins with it. */
export function useSuggestions(
  name: string,
  { ids, canSearch }: { ids: readonly string[]; canSearch: boolean },
) {
  const { people, isSettled } = useNameSearch(name, canSearch)
  const { search, labels } = useZoneSearch()
  const now = useMinute()
  const [cityOf, placeOf, detailsOf] = [useCityOf(), usePlaceOf(), usePlaceDetails(labels)]
  const isNamed = (other: string) => other.localeCompare(name, undefined, { sensitivity: 'base' }) === 0
  const namesakes = people.filter((person) => isNamed(person.name))
  const others = people.filter((person) => !isNamed(person.name))
  const found = search(name, { at: now, zone: browserZone() })
  // A time of day is no place.
  const places = /\d/.test(name) ? [] : found.places.slice(0, MAX_PLACES)

  const toPlace = (place: Place): Suggestion => {
    const label = labels.labelOf(place)
    const { zone: timezone } = place
    const id = toEntry({ timezone, name: label === cityOf(timezone) ? '' : cleanName(label) })
    return { id, name: label, details: detailsOf(place) }
  }
  const toPerson = ({ id, name, timezone }: (typeof people)[number]): Suggestion => {
    const place = placeOf(timezone)
    return { id, name, details: namesakes.length > 1 ? `${place} · ${id}` : place }
  }
  const toName = (id: string) => nameOf(id) || cityOf(readUnregistered(id)?.timezone ?? '')
  const isNew = ({ id }: Suggestion) => !ids.includes(id)
  const toRows = (some: readonly (typeof people)[number][]) => some.map(toPerson).filter(isNew)
  const sure = [
    ...toRows(namesakes),
    ...places.slice(0, found.exact).map(toPlace).filter(isNew),
    ...toRows(others),
  ]
  return {
    rows: [...sure, ...places.slice(found.exact).map(toPlace).filter(isNew)],
    /** Of the people who have the name, those who can be added. */
    namesakes: toRows(namesakes),
    /** What somebody or a place in the list is called that has the name: no other place is meant by it. */
    listed: namesakes.find(({ id }) => ids.includes(id))?.name ?? ids.map(toName).find(isNamed),
    /** What Enter takes: no place that only begins like the name. */
    first: sure[0],
    isSettled,
  }
}
