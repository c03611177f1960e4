import { places as rows } from 'virtual:places'
import { zoneAliases } from 'virtual:zone-aliases'
import { cityOf } from '@timezone-registry/zones/place-of'
import { createPlaces, fold, type Place, UTC } from '@timezone-registry/zones/places'
import { createZoneSearch } from '@timezone-registry/zones/zone-search'
import { useMemo } from 'react'
import { api } from '../api.ts'
import { useServiceClocks } from '../clock/use-service-clocks.tsx'
import { browserZone, offsetMinutes } from '../clock/zone-time.ts'
import { useLanguage } from '../texts/use-texts.tsx'

/** The search over every place whose zone the service accepts; over all places until its list has loaded. */
export function useZoneSearch() {
  const language = useLanguage()
  const clocks = useServiceClocks()
  const names = api.listZoneNames.useQuery({ queryKey: ['zone-names'], staleTime: Number.POSITIVE_INFINITY })
  const accepted = names.data?.body
  const places = useMemo(() => {
    const zones = accepted && new Set<string>(accepted)
    const known = createPlaces([...rows, UTC], {
      language,
      canonicalNames: zoneAliases,
    })
    return zones ? known.filter(({ zone }) => zones.has(zone)) : known
  }, [accepted, language])
  const search = useMemo(
    () =>
      createZoneSearch(places, {
        offsetMinutes: (zone, at) => offsetMinutes(zone, Temporal.Instant.fromEpochMilliseconds(at), clocks),
      }),
    [places, clocks],
  )
  const initial = useMemo(() => initialPlaces(places), [places])
  return { search, initial, hasFailed: names.isError, reload: names.refetch }
}

/** The list without a query: the browser's own zone and UTC, then one city of each zone by name. */
function initialPlaces(places: readonly Place[]): Place[] {
  const own = browserZone()
  const cities = places.filter(({ zone, label }) => fold(label) === fold(cityOf(zone)))
  const byZone = [...new Map(cities.map((place) => [place.zone, place])).values()]
  const pinned = [own, 'UTC'].flatMap((zone) => byZone.find((place) => place.zone === zone) ?? [])
  const rest = byZone.toSorted((a, b) => a.label.localeCompare(b.label))
  return [...new Set([...pinned, ...rest])]
}
