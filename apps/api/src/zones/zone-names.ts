import cldrTimezones from 'cldr-bcp47/bcp47/timezone.json' with { type: 'json' }
import { distance } from 'fastest-levenshtein'
import moment from 'moment-timezone'
import tzdata from 'tzdata' with { type: 'json' }

/** A name from IANA's list, links included, in IANA's spelling. */
export type ZoneName = string & { readonly zoneName: unique symbol }

/** The accepted time-zone names: the zones and links of one release of the tz database. */
export type ZoneNames = {
  /** The release of the names and offsets, such as `2026f`. */
  readonly release: string
  /** Every accepted name, sorted. */
  readonly all: readonly ZoneName[]
  /** IANA's spelling of a name given in any letter case; undefined for other text, such as `PST` or `+05:30`. */
  find(name: string): ZoneName | undefined
  /** Up to five names similar to the text, best first. */
  suggest(text: string): ZoneName[]
  /**
   * The current name of the same zone: `Europe/Kyiv` for `Europe/Kiev`. For a name that CLDR does not have yet, it is
   * that of the zone it links to; a name that the tz database does not have either is returned unchanged.
   */
  canonicalOf(name: string): string
}

export type ZoneNamesOptions = {
  /** CLDR's canonical name for each name in CLDR. */
  canonicalNames?: ReadonlyMap<string, string>
}

// A link is represented by its target's name, a zone by a list of eras.
const ZONES: Record<string, string | (string | null)[][]> = tzdata.zones
const MAX_SUGGESTIONS = 5
// Longer than any name. The time to compare grows with the length.
const MAX_COMPARED_CHARACTERS = 64

/**
 * Takes names from `moment-timezone`, which also has the offsets; links that CLDR does not have yet from `tzdata`,
 * whose release may be older; and current names from CLDR's IANA aliases. Does not use `Intl`, which accepts `BST` for
 * Dhaka, or tzdb's links, in which Asmara is Nairobi.
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

/** The forms of a name that a typo is compared with: the whole name, and its city alone. */
function spellings(name: string): string[] {
  const whole = name.toLowerCase()
  const city = whole.slice(whole.lastIndexOf('/') + 1)
  return [whole, city, city.replaceAll('_', ' ')]
}

/**
 * From CLDR's `_alias` (first the name it keeps stable, then the others) and `_iana` (the current name, if different).
 */
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

/** Zones by their current abbreviations: `pst` and `pdt` for America/Los_Angeles. */
function indexAbbreviations(names: readonly ZoneName[]): Map<string, ZoneName[]> {
  const index = new Map<string, ZoneName[]>()
  for (const name of names) {
    const eras = ZONES[name]
    if (typeof eras === 'string' || !name.includes('/') || name.startsWith('Etc/')) continue
    // The last era is the current one; `P%sT` stands for PST and PDT, `GMT/BST` for both names.
    const format = eras?.at(-1)?.[2] ?? ''
    const abbreviations = format.includes('%s')
      ? ['S', 'D', ''].map((letter) => format.replace('%s', letter))
      : format.split('/')
    for (const abbreviation of abbreviations)
      index.set(abbreviation.toLowerCase(), [...(index.get(abbreviation.toLowerCase()) ?? []), name])
  }
  return index
}
