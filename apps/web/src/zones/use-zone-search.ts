import { useMemo } from 'react'
import { api } from '../api.ts'
import { browserZone } from '../clock/zone-time.ts'
import { createZoneCatalogue, type ZoneEntry } from './zone-catalogue.ts'
import { createZoneSearch } from './zone-search.ts'

/** The search over every name that the service accepts; until they have come, over what the page knows by itself. */
export function useZoneSearch() {
  const names = api.listZoneNames.useQuery({ queryKey: ['zone-names'], staleTime: Number.POSITIVE_INFINITY })
  const accepted = names.data?.body
  const search = useMemo(
    () => createZoneSearch(createZoneCatalogue(accepted ?? Intl.supportedValuesOf('timeZone'))),
    [accepted],
  )
  return { search, isLoading: names.isLoading, hasFailed: names.isError, reload: names.refetch }
}

/** What is above all others in the list without a search: the zone of this browser, and UTC. */
export function pinned(entries: readonly ZoneEntry[]): ZoneEntry[] {
  const own = browserZone()
  const known = entries.find(({ name }) => name === own)
  const system: ZoneEntry = known ?? toPlainEntry(own)
  return [system, ...(own === 'UTC' ? [] : [toPlainEntry('UTC')])]
}

function toPlainEntry(name: string): ZoneEntry {
  const label = name.split('/').at(-1)?.replaceAll('_', ' ') ?? name
  return {
    id: name,
    name,
    label,
    plainLabel: '',
    country: '',
    keywords: '',
    abbreviations: [],
    rank: undefined,
  }
}
