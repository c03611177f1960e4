/** Built by vite.config.ts from CLDR: zones whose names IANA has changed, such as Europe/Kiev to Europe/Kyiv. */
declare module 'virtual:renamed-zones' {
  export const renamedZones: Record<string, string>
}

/** Built by vite.config.ts from CLDR: the current name for every alias, such as US/Pacific. */
declare module 'virtual:zone-aliases' {
  export const zoneAliases: Record<string, string>
}
