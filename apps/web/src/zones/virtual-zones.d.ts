// Built by vite.config.ts.

/** What the picker can find in any language. */
declare module 'virtual:zone-search' {
  export const searchData: Omit<import('@timezone-registry/zones/zone-search').SearchData, 'otherNames'>
}

/** What else it can find in one language. */
declare module 'virtual:other-names/*' {
  export const names: readonly string[]
}

/** The coasts, and the area of each zone. */
declare module 'virtual:world-map' {
  /**
   * In units of the map, without Antarctica. Of each zone, from west to east and with commas between them: how far its city is
   * from the one before and how far down, in tenths, and its area as an SVG path, which is empty where it is too small. Areas
   * reach into the sea, so what is not `land` is drawn over them.
   */
  export type WorldMapData = Record<'width' | 'height', number> &
    Record<'land' | 'names' | 'steps' | 'heights' | 'areas', string>

  export const worldMap: WorldMapData
}

/** What every view says in a language, and the cities of zones, those in their zone's name excepted. */
declare module 'virtual:start-texts/*' {
  export const cities: Record<string, string>
  export const texts: import('@timezone-registry/zones/read-text').Texts
}

/** From CLDR: each zone with the ISO code of its country, as `{ Europe: 'ADAndorra,ALTirane' }`. */
declare module 'virtual:zone-countries' {
  export const citiesByArea: Record<string, string>
}

/** From zone.tab: where each zone's city is, in half degrees north, then east, in the order of `countries`. */
declare module 'virtual:zone-coordinates' {
  export const zoneCoordinates: readonly (number | null)[]
}

/** From CLDR: the current name for every alias, such as US/Pacific. */
declare module 'virtual:zone-aliases' {
  export const zoneAliases: Record<string, string>
}

/** From CLDR: zones whose names IANA has changed, such as Europe/Kiev to Europe/Kyiv. */
declare module 'virtual:renamed-zones' {
  export const renamedZones: Record<string, string>
}
