import cldrTimezones from 'cldr-bcp47/bcp47/timezone.json' with { type: 'json' }
import { distance } from 'fastest-levenshtein'
import moment from 'moment-timezone'
import tzdata from 'tzdata' with { type: 'json' }

/** A name of IANA's list, links included, in IANA's own spelling. */
export type ZoneName = string & { readonly zoneName: unique symbol }

/** The accepted time-zone names: IANA's zones and links of one release of the tz database. */
export type ZoneNames = {
  /** The release that names and offsets come from, such as `2026f`. */
  readonly release: string
  /** Every accepted name, sorted. */
  readonly all: readonly ZoneName[]
  /** The name in IANA's spelling, in any letter case; undefined for other text, such as `PST` or `+05:30`. */
  find(name: string): ZoneName | undefined
  /** Up to five names similar to the text, best first. */
  suggest(text: string): ZoneName[]
  /**
   * Today's name of the same zone: `Europe/Kyiv` for `Europe/Kiev`. A name that CLDR does not know yet has that of the
   * zone it links to; a name that the tz database does not know either is returned unchanged.
   */
  canonicalOf(name: string): string
}

export type ZoneNamesOptions = {
  /** CLDR's canonical name of each name that CLDR knows. */
  canonicalNames?: ReadonlyMap<string, string>
}

// A link is the name of its target, a zone a list of eras.
const ZONES: Record<string, string | (string | null)[][]> = tzdata.zones
const MAX_SUGGESTIONS = 5
// Longer than any name; comparing takes time in proportion to the length.
const MAX_COMPARED_CHARACTERS = 64

/**
 * Names from `moment-timezone`, which also has the offsets; links that CLDR does not know yet from `tzdata`, whose
 * release may be older; today's names from CLDR's IANA aliases. Not from `Intl`, which accepts `BST` for Dhaka, and not
 * tzdb's links, by which Asmara is Nairobi.
 */
export function createZoneNames({ canonicalNames = loadCanonicalNames() }: ZoneNamesOptions = {}): ZoneNames {
  const all = moment.tz.names().toSorted() as ZoneName[]
  const byLowerCase = new Map(all.map((name) => [name.toLowerCase(), name]))
  const byAbbreviation = indexAbbreviations(all)
  const candidates = all.map((name) => ({ name, forms: spellings(name) }))

  return {
    release: moment.tz.dataVersion,
    all,
    find: (name) => byLowerCase.get(name.toLowerCase()),
    canonicalOf: (name) => canonicalNames.get(name) ?? canonicalOfLink(name, canonicalNames),
    suggest: (text) => {
      const wanted = text.toLowerCase()
      if (wanted.length > MAX_COMPARED_CHARACTERS) return []
      const nearest = candidates
        .map(({ name, forms }) => ({ name, far: Math.min(...forms.map((form) => distance(wanted, form))) }))
        .sort((a, b) => a.far - b.far)
        .slice(0, MAX_SUGGESTIONS)
        .map(({ name }) => name)
      return [...new Set([...(byAbbreviation.get(wanted) ?? []), ...nearest])].slice(0, MAX_SUGGESTIONS)
    },
  }
}

/** The ways to write a name that a near miss is measured against: all of it, and its city alone. */
function spellings(name: string): string[] {
  const whole = name.toLowerCase()
  const city = whole.slice(whole.lastIndexOf('/') + 1)
  return [whole, city, city.replaceAll('_', ' ')]
}

/** From CLDR's `_alias` (first the name it keeps stable, then the others) and `_iana` (today's, where it differs). */
function loadCanonicalNames(): Map<string, string> {
  const canonicalNames = new Map<string, string>()
  for (const entry of Object.values(cldrTimezones.keyword.u.tz)) {
    if (typeof entry === 'string' || !('_alias' in entry)) continue
    const aliases = entry._alias.split(' ')
    const today = '_iana' in entry ? entry._iana : (aliases[0] ?? entry._alias)
    for (const alias of aliases) canonicalNames.set(alias, today)
  }
  return canonicalNames
}

/** The tz database is released more often than CLDR, so it may hold links that CLDR lacks. */
function canonicalOfLink(name: string, canonicalNames: ReadonlyMap<string, string>): string {
  const target = Object.hasOwn(ZONES, name) ? ZONES[name] : undefined
  if (typeof target !== 'string') return name
  return canonicalNames.get(target) ?? canonicalOfLink(target, canonicalNames)
}

/** Zones by the abbreviations that they use today: `pst` and `pdt` for America/Los_Angeles. */
function indexAbbreviations(names: readonly ZoneName[]): Map<string, ZoneName[]> {
  const index = new Map<string, ZoneName[]>()
  for (const name of names) {
    const eras = ZONES[name]
    if (typeof eras === 'string' || !name.includes('/') || name.startsWith('Etc/')) continue
    // The last era is today's; `P%sT` stands for PST and PDT, `GMT/BST` for both.
    const format = eras?.at(-1)?.[2] ?? ''
    const abbreviations = format.includes('%s')
      ? ['S', 'D', ''].map((letter) => format.replace('%s', letter))
      : format.split('/')
    for (const abbreviation of abbreviations)
      index.set(abbreviation.toLowerCase(), [...(index.get(abbreviation.toLowerCase()) ?? []), name])
  }
  return index
}
