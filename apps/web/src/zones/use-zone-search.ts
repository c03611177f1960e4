import { searchData } from 'virtual:zone-search'
import { useSuspenseQuery } from '@tanstack/react-query'
import {
  createPlaceLabels,
  type OtherNames,
  type Place,
  type PlaceLabels,
} from '@timezone-registry/zones/places'
import { createZoneSearch, type ZoneSearch } from '@timezone-registry/zones/zone-search'
import { useMemo } from 'react'
import { api } from '../api.ts'
import { useServiceClocks } from '../clock/use-service-clocks.tsx'
import { offsetMinutes } from '../clock/zone-time.ts'
import { queryKeys } from '../query-keys.ts'
import type { Language } from '../texts/languages.ts'
import { useCityOf, useLanguage } from '../texts/use-text.tsx'
import { loadWithRetry } from '../ui/load-with-retry.ts'

/** Loads the names that only readers of a language need. */
const LOADERS: Record<Exclude<Language, 'en'>, () => Promise<{ names: readonly string[] }>> = {
  de: () => import('virtual:other-names/de'),
  es: () => import('virtual:other-names/es'),
  fr: () => import('virtual:other-names/fr'),
  'pt-BR': () => import('virtual:other-names/pt-BR'),
  ru: () => import('virtual:other-names/ru'),
  ar: () => import('virtual:other-names/ar'),
  ja: () => import('virtual:other-names/ja'),
}

/** The search over every place whose zone the service accepts; over all places until its list has loaded. */
export function useZoneSearch() {
  const language = useLanguage()
  const clocks = useServiceClocks()
  const names = api.listZoneNames.useQuery({
    queryKey: queryKeys.zoneNames,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const accepted = names.data?.body
  const otherNames = useOtherNames(language)
  const zoneSearch = useMemo(() => {
    const zones = accepted && new Set<string>(accepted)
    return createZoneSearch(
      { ...searchData, otherNames },
      {
        offsetMinutes: (zone, at) => offsetMinutes(zone, at, clocks),
        ...(zones && { accepts: (zone) => zones.has(zone) }),
      },
    )
  }, [accepted, clocks, otherNames])
  const labels = useMemo(() => createPlaceLabels(language), [language])
  const search = useMemo(() => withoutTwins(zoneSearch.search, labels.distinct), [zoneSearch, labels])
  return { search, ownPlaces: zoneSearch.ownPlaces, labels, error: names.error, reload: names.refetch }
}

/** None in English, or where they cannot be loaded. */
function useOtherNames(language: Language): OtherNames {
  const { data } = useSuspenseQuery({
    queryKey: queryKeys.otherNames(language),
    queryFn: async (): Promise<OtherNames> => {
      if (language === 'en') return {}
      const loaded = await loadWithRetry(LOADERS[language]).catch(() => ({ names: [] }))
      return { [language]: loaded.names }
    },
    staleTime: Number.POSITIVE_INFINITY,
    // The browser may have them while it is offline.
    networkMode: 'always',
  })
  return data
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
