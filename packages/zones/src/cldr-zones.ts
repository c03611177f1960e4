import cldrTimezones from 'cldr-bcp47/bcp47/timezone.json' with { type: 'json' }

/**
 * CLDR's current name for each name in CLDR: Europe/Kyiv for Europe/Kiev and for itself. The links of tzdb would not do:
 * they join zones with the same history, so Asmara would become Nairobi.
 */
export function loadCanonicalNames(): Map<string, string> {
  return new Map(loadZones().flatMap(({ current, names }) => names.map((name) => [name, current] as const)))
}

/**
 * Current names by their aliases: `{ 'Asia/Calcutta': 'Asia/Kolkata' }`. With `onlyRenamed`, only for the names that
 * CLDR keeps stable, which browsers report.
 */
export function loadAliases({ onlyRenamed }: { onlyRenamed: boolean }): Record<string, string> {
  const aliases = loadZones().flatMap(({ current, names }) =>
    (onlyRenamed ? names.slice(0, 1) : names).map((name) => [name, current] as const),
  )
  return Object.fromEntries(aliases.filter(([name, current]) => name !== current))
}

/** The ISO code of the country of each current name; UTC and the like have none. */
export function loadCountries(): Map<string, string> {
  return new Map(
    loadZones().flatMap(({ current, country }) => (country ? [[current, country] as const] : [])),
  )
}

/** From `_alias` (first the name that CLDR keeps stable, then the others) and `_iana` (the current one, if different). */
function loadZones() {
  return Object.entries(cldrTimezones.keyword.u.tz).flatMap(([id, entry]) => {
    if (typeof entry === 'string' || !('_alias' in entry)) return []
    const names = entry._alias.split(' ')
    const current = '_iana' in entry ? entry._iana : (names[0] ?? entry._alias)
    return [{ current, names, country: countryOf(id, current, entry) }]
  })
}

/** A zone's id in CLDR begins with its country: `deber` for Berlin. */
function countryOf(id: string, name: string, entry: object): string | undefined {
  if ('_region' in entry) return String(entry._region)
  return name.includes('/') && !name.startsWith('Etc/') ? id.slice(0, 2).toUpperCase() : undefined
}
