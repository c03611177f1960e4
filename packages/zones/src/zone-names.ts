import moment from 'moment-timezone'
import tzdata from 'tzdata' with { type: 'json' }
import { loadCanonicalNames } from './cldr-zones.ts'
import { loadSearchData } from './zone-data.ts'
import { createZoneSearch, type ZoneSearch } from './zone-search.ts'
import { createZoneSuggestions } from './zone-suggestions.ts'
import { findAbbreviation, findOffsetMinutes } from './zone-times.ts'

/** A name from IANA's list, links included, in IANA's spelling. */
export type ZoneName = string & { readonly zoneName: unique symbol }

/** The accepted time zone names: the zones and links of one release of the tz database. */
export type ZoneNames = {
  /** The release of the names and offsets, such as `2026f`. */
  readonly release: string
  /** Every accepted name, sorted. */
  readonly all: readonly ZoneName[]
  /** IANA's spelling of a name given in any letter case; undefined for other text, such as `PST` or `+05:30`. */
  find(name: string): ZoneName | undefined
  /** The page's search over the places whose zones are accepted. The first use of a search loads them. */
  readonly searchPlaces: ZoneSearch['search']
  readonly largestPlaces: ZoneSearch['largest']
  /** Up to five names that the text may mean now, best first. */
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
  now?: () => number
}

// A link is represented by its target's name, a zone by a list of eras.
const TARGETS = new Map(
  Object.entries(tzdata.zones).flatMap(([name, zone]) => (typeof zone === 'string' ? [[name, zone]] : [])),
)

/**
 * Takes names from `moment-timezone`, which also has the offsets; links that CLDR does not have yet from `tzdata`,
 * whose release may be older; and current names from CLDR's IANA aliases. Does not use `Intl`, which accepts `BST` for
 * Dhaka, or tzdb's links, in which Asmara is Nairobi.
 */
export function createZoneNames(options: ZoneNamesOptions = {}): ZoneNames {
  const { canonicalNames = loadCanonicalNames(), now = Date.now } = options
  const all = moment.tz.names().toSorted() as ZoneName[]
  const byLowerCase = new Map(all.map((name) => [name.toLowerCase(), name]))
  const find: ZoneNames['find'] = (name) => byLowerCase.get(name.toLowerCase())
  const accepts = (zone: string) => find(zone) !== undefined
  let loaded: ZoneSearch | undefined
  const loadSearch = () => {
    loaded ??= createZoneSearch(loadSearchData(), {
      offsetMinutes: findOffsetMinutes,
      accepts,
      abbreviationAt: findAbbreviation,
    })
    return loaded
  }
  const suggest = createZoneSuggestions(loadSearch, now)

  /** The tz database is released more often than CLDR, so it may hold links that CLDR lacks. */
  function canonicalOf(name: string): string {
    const target = TARGETS.get(name)
    return canonicalNames.get(name) ?? (target === undefined ? name : canonicalOf(target))
  }

  return {
    release: moment.tz.dataVersion,
    all,
    find,
    canonicalOf,
    searchPlaces: (query, asking) => loadSearch().search(query, asking),
    largestPlaces: (region) => loadSearch().largest(region),
    suggest: (text) => suggest(text).flatMap((zone) => find(zone) ?? []),
  }
}
