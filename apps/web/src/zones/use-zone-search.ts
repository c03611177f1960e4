import { searchData } from 'virtual:zone-search'
import { createPlaceLabels, type Place, type PlaceLabels } from '@timezone-registry/zones/places'
import { createZoneSearch, type ZoneSearch } from '@timezone-registry/zones/zone-search'
import { useMemo } from 'react'
import { api } from '../api.ts'
import { useServiceClocks } from '../clock/use-service-clocks.tsx'
import { offsetMinutes } from '../clock/zone-time.ts'
import { queryKeys } from '../query-keys.ts'
import { useLanguage } from '../texts/use-texts.tsx'
import { useCityOf } from './use-city-of.ts'

/** The search over every place whose zone the service accepts; over all places until its list has loaded. */
export function useZoneSearch() {
  const language = useLanguage()
  const clocks = useServiceClocks()
  const names = api.listZoneNames.useQuery({
    queryKey: queryKeys.zoneNames,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const accepted = names.data?.body
  const zoneSearch = useMemo(() => {
    const zones = accepted && new Set<string>(accepted)
    return createZoneSearch(searchData, {
      offsetMinutes: (zone, at) => offsetMinutes(zone, Temporal.Instant.fromEpochMilliseconds(at), clocks),
      ...(zones && { accepts: (zone) => zones.has(zone) }),
    })
  }, [accepted, clocks])
  const labels = useMemo(() => createPlaceLabels(language), [language])
  const search = useMemo(() => withoutTwins(zoneSearch.search, labels.distinct), [zoneSearch, labels])
  return { search, ownPlaces: zoneSearch.ownPlaces, labels, error: names.error, reload: names.refetch }
}

/** The search, with one of those rows that look the same in this language. */
function withoutTwins(search: ZoneSearch['search'], distinct: PlaceLabels['distinct']): ZoneSearch['search'] {
  return (query, asking) => {
    const { places, exact, ...found } = search(query, asking)
    return { ...found, places: distinct(places), exact: distinct(places.slice(0, exact)).length }
  }
}

/** Describes a place below its name: its country, and the city of its zone. */
export function usePlaceDetails(labels: PlaceLabels): (place: Place) => string {
  const cityOf = useCityOf()
  return (place) =>
    [labels.countryOf(place), cityOf(place.zone)]
      .filter((name) => name !== '' && name !== labels.labelOf(place))
      .join(' · ')
}
