import { zoneAliases } from 'virtual:zone-aliases'

/** The current name of a zone by CLDR: Europe/Kyiv for Europe/Kiev. Other names, current ones included, stay. */
export function canonicalZone(name: string): string {
  return zoneAliases[name] ?? name
}
