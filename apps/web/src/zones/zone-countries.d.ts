/** Built by vite.config.ts from `@vvo/tzdb`: the zones of each country, by its ISO code. */
declare module 'virtual:zone-countries' {
  export const zonesByCountry: Record<string, string[]>
}
