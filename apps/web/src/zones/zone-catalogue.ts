import { citiesByZone } from 'virtual:cities'
import timeZones from '@vvo/tzdb/raw-time-zones.json'
import { cityOf, readable } from '../clock/zone-time.ts'

/** One thing to pick: a zone, under its own name or that of a city in it. */
export type ZoneEntry = {
  /** Unique among the entries. */
  id: string
  /** The IANA name that is saved. */
  name: string
  /** What people call it. */
  label: string
  /** The label in lower case without accents. */
  plainLabel: string
  country: string
  /** All that it can be found by, in lower case without accents. */
  keywords: string
  abbreviations: readonly string[]
  /** The order of the list without a search: west to east by standard time; undefined is not listed. */
  rank: number | undefined
}

type Group = (typeof timeZones)[number]

// Where the clocks change, summer has an abbreviation of its own.
const SUMMER: Record<string, string> = { CET: 'CEST', EET: 'EEST', WET: 'WEST', GMT: 'BST' }

/** Everything that the picker offers: every accepted name, and the big cities. */
export function createZoneCatalogue(names: readonly string[]): ZoneEntry[] {
  const groups = new Map(timeZones.flatMap((group) => group.group.map((name) => [name, group] as const)))
  const zones = names.map((name) => toEntry(name, groups.get(name)))
  const known = new Set(zones.map(({ label, name }) => `${label} ${groups.get(name)?.name}`))
  const cities = Object.entries(citiesByZone).flatMap(([name, labels]) => {
    const group = groups.get(name)
    const own = new Set([...labels, ...(group?.mainCities ?? [])])
    return [...own]
      .filter((label) => !known.has(`${label} ${group?.name}`))
      .map((label): ZoneEntry => {
        const entry = toEntry(name, group)
        const plainLabel = searchable(label)
        const keywords = `${plainLabel} ${searchable(`${entry.country} ${readable(name)}`)}`
        return { ...entry, id: `${label}|${name}`, label, plainLabel, keywords, rank: undefined }
      })
  })
  return [...zones, ...cities]
}

/** Lower case, without accents, so that `São Paulo` and `sao paulo` are one. */
export function searchable(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

function toEntry(name: string, group: Group | undefined): ZoneEntry {
  const label = cityOf(name)
  const country = group?.countryName ?? ''
  const isMain = group?.name === name
  const words = [
    label,
    country,
    readable(name),
    group?.alternativeName,
    group?.continentName,
    ...(group?.group ?? []).map(cityOf),
  ]
  return {
    id: name,
    name,
    label,
    plainLabel: searchable(label),
    country,
    keywords: searchable(words.filter(Boolean).join(' ')),
    abbreviations: isMain ? abbreviationsOf(group) : name.includes('/') ? [] : [name.toLowerCase()],
    rank: isMain ? group.rawOffsetInMinutes : undefined,
  }
}

function abbreviationsOf({ abbreviation }: Group): string[] {
  const summer = SUMMER[abbreviation] ?? abbreviation.replace(/^(\w{1,3})ST$/, '$1DT')
  return [abbreviation.toLowerCase(), summer.toLowerCase()]
}
