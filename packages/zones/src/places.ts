import { fold, foldName } from './fold.ts'
import { createCountryNames, joinPlace, LANGUAGE_TAGS, type LanguageTag } from './place-of.ts'

/**
 * A place as its file has it: kind, English label, ISO country code (empty for UTC), canonical zone, thousands of
 * people, the labels in the other languages by which it is found in each of them, separated by `|` (each empty where
 * it is the English one), and other names, folded.
 */
export type PlaceRow = [
  kind: 'city' | 'country' | 'region',
  label: string,
  code: string,
  zone: string,
  thousands: number,
  labels: string,
  ...names: string[],
]

/** One thing to pick. */
export type Place = {
  /** Unique among the places. */
  id: string
  kind: PlaceRow[0]
  /** The ISO code of its country; empty for UTC. */
  code: string
  /** The canonical IANA name, which is what is saved. */
  zone: string
  thousands: number
  /** In each language, empty where it is the English one or its names are not loaded. */
  labels: string[]
  /** All names, folded. */
  names: string[]
  /** The zone is named after it. */
  isOwn: boolean
}

/** The label of each row in languages, empty where the row has it or it is the English one. */
export type OtherNames = Partial<Record<LanguageTag, readonly string[]>>

/** The places of the file, in its order: most people first. */
export function createPlaces(rows: readonly PlaceRow[], otherNames: OtherNames): Place[] {
  return rows.map(([kind, label, code, zone, thousands, others, ...names], row) => {
    const own = [label, ...others.split('|')]
    const labels = LANGUAGE_TAGS.map((language, at) => own[at] || otherNames[language]?.[row] || '')
    const shown = labels.filter((name) => name !== '').flatMap(foldName)
    const all = [...new Set([...shown, ...names, ...impliedNames(kind, code, names)])]
    const isOwn = all.includes(fold(zone))
    return { id: `${label}|${code}|${zone}`, kind, code, zone, thousands, labels, names: all, isOwn }
  })
}

/** The names that rows of countries lack: the code, and an Arabic name without its article. */
export function impliedNames(kind: PlaceRow[0], code: string, names: readonly string[]): string[] {
  if (kind !== 'country') return []
  return [code.toLowerCase(), ...names.filter((name) => name.startsWith('ال')).map((name) => name.slice(2))]
}

/** What places are called in a language. */
export type PlaceLabels = {
  labelOf(place: Place): string
  /** Empty for a country, and for UTC. */
  countryOf(place: Place): string
  /** `Portland, United States`; only the label where that is also the country's name. */
  fullLabelOf(place: Place): string
  /** One of those that look the same: in Russian, Tunis has the name of its country. */
  distinct(places: readonly Place[]): Place[]
}

export function createPlaceLabels(language: LanguageTag): PlaceLabels {
  const nameCountry = createCountryNames(language)
  const at = LANGUAGE_TAGS.indexOf(language)
  const labelOf: PlaceLabels['labelOf'] = ({ kind, code, labels }) =>
    kind === 'country' ? nameCountry(code) : labels[at] || (labels[0] ?? '')
  const countryOf: PlaceLabels['countryOf'] = ({ kind, code }) =>
    kind === 'country' ? '' : nameCountry(code)
  const fullLabelOf = (place: Place) => joinPlace(labelOf(place), countryOf(place), language)
  const distinct: PlaceLabels['distinct'] = (places) => [
    ...new Map(places.map((place) => [`${fullLabelOf(place)}|${place.zone}`, place])).values(),
  ]
  return { labelOf, countryOf, fullLabelOf, distinct }
}
