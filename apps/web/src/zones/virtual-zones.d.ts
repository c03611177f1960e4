/** Built by vite.config.ts: what the picker can find in any language. */
declare module 'virtual:zone-search' {
  import type { SearchData } from '@timezone-registry/zones/zone-search'

  export const searchData: Omit<SearchData, 'otherNames'>
}

/** Built by vite.config.ts: what else it can find in one language. */
declare module 'virtual:other-names/*' {
  export const names: readonly string[]
}

/** Built by vite.config.ts: the coasts, and the area of each zone. */
declare module 'virtual:world-map' {
  /**
   * In units of the map, without Antarctica. Of each zone, from west to east and with commas between them: how far its city is
   * from the one before and how far down, in tenths, and its area as an SVG path, which is empty where it is too small. Areas
   * reach into the sea, so what is not `land` is drawn over them.
   */
  export type WorldMapData = {
    width: number
    height: number
    land: string
    names: string
    steps: string
    heights: string
    areas: string
  }

  export const worldMap: WorldMapData
}

/** Built by vite.config.ts: what every view says in a language, and the cities of zones, those in their zone's name excepted. */
declare module 'virtual:start-texts/*' {
  import type { Texts } from '@timezone-registry/zones/read-text'

  export const cities: Record<string, string>
  export const texts: Texts
}

/** Built by vite.config.ts from CLDR: each zone with the ISO code of its country, as `{ Europe: 'ADAndorra,ALTirane' }`. */
declare module 'virtual:zone-countries' {
  export const citiesByArea: Record<string, string>
}

/** Built by vite.config.ts from zone.tab: where each zone's city is, in half degrees north, then east, in the order of `countries`. */
declare module 'virtual:zone-coordinates' {
  export const zoneCoordinates: readonly (number | null)[]
}

/** Built by vite.config.ts from CLDR: the current name for every alias, such as US/Pacific. */
declare module 'virtual:zone-aliases' {
  export const zoneAliases: Record<string, string>
}

/** Built by vite.config.ts from CLDR: zones whose names IANA has changed, such as Europe/Kiev to Europe/Kyiv. */
declare module 'virtual:renamed-zones' {
  export const renamedZones: Record<string, string>
}
