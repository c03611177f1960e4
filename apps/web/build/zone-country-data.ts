import timeZones from '@vvo/tzdb/raw-time-zones.json' with { type: 'json' }
import type { Plugin } from 'vite'
import { virtualModule } from './virtual-module.ts'
import { aliases } from './zone-name-data.ts'

/** The country of each zone, for its name and its weekend. */
export function zoneCountryData(): Plugin {
  return virtualModule('virtual:zone-countries', { zonesByCountry: groupByCountry })
}

/** `{ DE: ['Europe/Berlin', 'Europe/Busingen'] }` */
function groupByCountry(): Record<string, string[]> {
  const current = aliases({ onlyRenamed: false })
  const zones: Record<string, string[]> = {}
  for (const { countryCode, name, group } of timeZones)
    for (const zone of new Set([name, ...group].map((alias) => current[alias] ?? alias)))
      zones[countryCode] = [...new Set([...(zones[countryCode] ?? []), zone])]
  return zones
}
