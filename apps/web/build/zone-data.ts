import { loadAliases, loadCountries } from '@timezone-registry/zones/cldr-zones'
import { LANGUAGE_TAGS } from '@timezone-registry/zones/place-of'
import { loadCoordinates, loadSearchData } from '@timezone-registry/zones/zone-data'
import type { Plugin } from 'vite'
import { zoneCountries } from '../src/zones/zone-countries.ts'
import { createWorldMap } from './world-map.ts'

/** The data of `packages/zones` as modules, so that each view loads only what it needs. */
export function zoneData(): Plugin[] {
  const { otherNames, ...searchData } = loadSearchData()
  return [
    virtualModule('virtual:zone-search', { searchData: () => searchData }),
    ...LANGUAGE_TAGS.map((language) =>
      virtualModule(`virtual:other-names/${language}`, { names: () => otherNames[language] }),
    ),
    virtualModule('virtual:zone-countries', { citiesByArea: () => citiesByArea(loadCountries()) }),
    virtualModule('virtual:zone-coordinates', {
      zoneCoordinates: () => loadCoordinates(Object.keys(zoneCountries(citiesByArea(loadCountries())))),
    }),
    virtualModule('virtual:zone-aliases', { zoneAliases: () => loadAliases({ onlyRenamed: false }) }),
    // Browsers report CLDR's stable names, so the first load needs only the few that IANA has renamed.
    virtualModule('virtual:renamed-zones', { renamedZones: () => loadAliases({ onlyRenamed: true }) }),
    virtualModule('virtual:world-map', { worldMap: createWorldMap }),
  ]
}

/** `{ Europe: 'ADAndorra,ALTirane' }`. */
function citiesByArea(countries: Map<string, string>): Record<string, string> {
  const areas = Map.groupBy(countries, ([zone]) => zone.slice(0, zone.indexOf('/')))
  return Object.fromEntries(
    [...areas].map(([area, zones]) => [
      area,
      zones.map(([zone, country]) => country + zone.slice(area.length + 1)).join(),
    ]),
  )
}

/** A module whose exports are computed at build time: each key of `exports` becomes a JSON constant. */
export function virtualModule(id: string, exports: Record<string, () => unknown>): Plugin {
  const resolved = `\0${id}`
  return {
    name: id,
    resolveId: (wanted) => (wanted === id ? resolved : undefined),
    load: (wanted) =>
      wanted === resolved
        ? Object.entries(exports)
            .map(([key, create]) => `export const ${key} = ${JSON.stringify(create())}`)
            .join('\n')
        : undefined,
  }
}
