import cldrZones from 'cldr-bcp47/bcp47/timezone.json' with { type: 'json' }
import type { Plugin } from 'vite'
import { virtualModule } from './virtual-module.ts'

/** Current zone names by their aliases, as the service itself derives them: from CLDR's IANA alias data. */
export function zoneNameData(): Plugin[] {
  return [
    // Browsers report CLDR's stable names, so the first load needs only the few that IANA has renamed.
    virtualModule('virtual:renamed-zones', { renamedZones: () => aliases({ onlyRenamed: true }) }),
    virtualModule('virtual:zone-aliases', { zoneAliases: () => aliases({ onlyRenamed: false }) }),
  ]
}

/** `{ 'Asia/Calcutta': 'Asia/Kolkata' }` */
export function aliases({ onlyRenamed }: { onlyRenamed: boolean }): Record<string, string> {
  const found: Record<string, string> = {}
  for (const entry of Object.values(cldrZones.keyword.u.tz)) {
    if (typeof entry === 'string' || !('_alias' in entry)) continue
    const [stable = '', ...others] = entry._alias.split(' ')
    const current = '_iana' in entry ? entry._iana : stable
    for (const alias of onlyRenamed ? [stable] : [stable, ...others])
      if (alias !== current) found[alias] = current
  }
  return found
}
