/** Built by vite.config.ts from CLDR: the ISO country code of each canonical zone that is in a country. */
declare module 'virtual:zone-countries' {
  export const zoneCountries: Record<string, string>
}
