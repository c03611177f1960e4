/** A place as the build writes it: kind, label, ISO country code, canonical zone, thousands of people, other names. */
export type PlaceRow = [
  kind: 'city' | 'country' | 'region',
  label: string,
  country: string,
  zone: string,
  thousands: number,
  ...names: string[],
]

/** Belongs to no country and is in no list of cities. */
export const UTC: PlaceRow = ['city', 'UTC', '', 'UTC', 0, 'GMT']

/** One thing to pick. */
export type Place = {
  /** Unique among the places. */
  id: string
  /** The canonical IANA name, which is what is saved. */
  zone: string
  label: string
  kind: PlaceRow[0]
  /** The ISO code of its country; empty for UTC. */
  code: string
  /** What distinguishes it from others of its name: `India · Kolkata time`. */
  country: string
  thousands: number
  /** All names, folded. */
  names: string[]
}

const PLAIN = /^[a-z]+(?: [a-z]+)*$/

/**
 * Letters without accents, in lower case, and single spaces for everything else, so that `São Paulo` and `sao-paulo`
 * are the same.
 */
export function fold(text: string): string {
  const lower = text.toLowerCase()
  // Most names are plain. Skipping the rest matters: thousands of names are folded while somebody waits.
  if (PLAIN.test(lower)) return lower
  return lower
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .replaceAll('ı', 'i')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[.'’]/g, '')
    .replace(/(?:[^\p{L}\p{N}+−:-]|-(?!\d))+/gu, ' ')
    .trim()
}

/** The places in the page's language, one per label, country and zone, most people first. */
export function createPlaces(
  rows: readonly PlaceRow[],
  { language, canonicalNames }: { language: string; canonicalNames: Record<string, string> },
): Place[] {
  const nameCountry = createCountryNames(language, 'long')
  // `США`, `EE. UU.`: with the long names alone, only small islands have these in their names.
  const nameShortly = createCountryNames(language, 'short')
  const formerNames = Map.groupBy(Object.keys(canonicalNames), (name) => canonicalNames[name])
  const places = new Map<string, Place>()
  for (const [kind, label, code, zone, thousands, ...names] of rows) {
    const country = nameCountry(code)
    const shown = kind === 'country' ? country : label
    const folded = fold(shown)
    // The packages list both Zurich and Zürich.
    const id = `${folded}|${code}|${zone}`
    const known = places.get(id)
    const own = zone.endsWith(`/${label.replaceAll(' ', '_')}`)
      ? [zone, ...(formerNames.get(zone) ?? [])]
      : []
    const abbreviated = kind === 'country' ? [nameShortly(code), code] : []
    const others = [
      ...abbreviated,
      ...names,
      ...own.flatMap((name) => [name, name.split('/').at(-1) ?? name]),
    ]
    places.set(id, {
      id,
      zone,
      // The city and the state of São Paulo share a row.
      kind: kind === 'city' ? (known?.kind ?? kind) : kind,
      code,
      label: known === undefined || folded !== shown.toLowerCase() ? shown : known.label,
      country: kind === 'country' ? '' : country,
      thousands: Math.max(thousands, known?.thousands ?? 0),
      names: [...new Set([...(known?.names ?? []), folded, ...others.map(fold)])],
    })
  }
  return [...places.values()].toSorted((a, b) => b.thousands - a.thousands)
}

/** Names countries by their codes; empty for disputed territories, which have none in the city data. */
function createCountryNames(language: string, style: 'long' | 'short'): (code: string) => string {
  const names = new Intl.DisplayNames([language], { type: 'region', style })
  const known = new Map<string, string>()
  return (code) => {
    const name = known.get(code) ?? (/^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : '')
    known.set(code, name)
    return name
  }
}
