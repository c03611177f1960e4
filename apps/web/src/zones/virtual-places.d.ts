/** Built by vite.config.ts from `city-timezones`, `@vvo/tzdb` and curated names. */
declare module 'virtual:places' {
  import type { PlaceRow } from './places.ts'

  export const places: PlaceRow[]
}
