/** Built by vite.config.ts: every place that the picker can find. */
declare module 'virtual:places' {
  import type { PlaceRow } from '@timezone-registry/zones/places'

  export const places: PlaceRow[]
}

/** Built by vite.config.ts from CLDR: the ISO code of the country of each zone. */
declare module 'virtual:zone-countries' {
  export const zoneCountries: Record<string, string>
}

/** Built by vite.config.ts from CLDR: the current name for every alias, such as US/Pacific. */
declare module 'virtual:zone-aliases' {
  export const zoneAliases: Record<string, string>
}

/** Built by vite.config.ts from CLDR: zones whose names IANA has changed, such as Europe/Kiev to Europe/Kyiv. */
declare module 'virtual:renamed-zones' {
  export const renamedZones: Record<string, string>
}
