import { zoneAliases } from 'virtual:zone-aliases'
import { formatOffset } from '@timezone-registry/zones/offset'
import type { Place } from '@timezone-registry/zones/places'
import type { TimeFormat } from '@timezone-registry/zones/time-format'
import type { SearchResult } from '@timezone-registry/zones/zone-search'
import { useMemo } from 'react'
import { useAccount } from '../account/use-account.ts'
import { DAY_MINUTES, MINUTE_MS } from '../clock/span.ts'
import { useServiceClocks } from '../clock/use-service-clocks.tsx'
import { browserZone, deviceZone, offsetMinutes } from '../clock/zone-time.ts'
import { ownPeople } from '../selection/lists.ts'
import { type Person, usePeople } from '../selection/use-people.ts'
import { useTimes, useViewText } from '../texts/use-text.tsx'
import { createStored, useStored } from '../ui/stored.ts'
import type { Place as PlaceContent } from './place-list.tsx'
import { usePlaceDetails, useZoneSearch } from './use-zone-search.ts'

// In the row of a time.
const CITIES = 3
const WEEKDAY = { weekday: 'long' } as const

/** A row of the picker: a zone to take, or else what to search for. */
export type PickerRow = PlaceContent & { pick: { zone: string } | { query: string } }

export type PickerSection = { heading: string; rows: PickerRow[] }

/** What the picker shows for a query; without one, places that are likely to be meant, and every time of day. */
export function usePickerRows(query: string, now: number, recent: readonly string[]) {
  const t = useViewText()
  const times = useTimes()
  const clocks = useServiceClocks()
  const { search, ownPlaces, labels, error, reload } = useZoneSearch()
  const detailsOf = usePlaceDetails(labels)
  const friends = useFriends()
  const result = useMemo(
    (): SearchResult | undefined =>
      query.trim() === '' ? undefined : search(query, { at: now, zone: browserZone() }),
    [search, query, now],
  )

  const toRow = (place: Place): PickerRow => ({
    id: place.id,
    name: labels.labelOf(place),
    details: detailsOf(place),
    offset: offsetMinutes(place.zone, now, clocks),
    pick: { zone: place.zone },
  })
  const likely = (): PickerSection[] => {
    const shown = new Set<string>()
    const rowsOf = (zones: readonly string[], more?: (zone: string) => string) =>
      zones.flatMap((zone) => {
        const place = ownPlaces.find((one) => one.zone === zone)
        if (place === undefined || shown.has(zone)) return []
        shown.add(zone)
        const row = toRow(place)
        const details = [row.details, more?.(zone) ?? ''].filter((text) => text !== '').join(' · ')
        return { ...row, details }
      })
    return [
      { heading: t('picker.yours'), rows: rowsOf([deviceZone() ?? '']) },
      { heading: t('picker.recent'), rows: rowsOf(recent) },
      {
        heading: t('picker.friends'),
        rows: rowsOf([...friends.keys()], (zone) => friends.get(zone)?.join(', ') ?? ''),
      },
      { heading: t('picker.byTime'), rows: byTime(ownPlaces, toRow, { now, times }) },
    ]
  }
  const sections = result === undefined ? likely() : [{ heading: '', rows: result.places.map(toRow) }]
  return { sections: sections.filter(({ rows }) => rows.length > 0), result, search, error, reload }
}

/** A row for each time that it is somewhere, through the day, with the largest cities there. Picking it finds them all. */
function byTime(
  places: readonly Place[],
  toRow: (place: Place) => PickerRow,
  { now, times }: { now: number; times: TimeFormat },
): PickerRow[] {
  const minuteAt = (offset: number) => now / MINUTE_MS + offset
  const rows = places.toSorted((a, b) => b.thousands - a.thousands).map(toRow)
  return [...Map.groupBy(rows, ({ offset }) => offset)]
    .flatMap(([offset, same]) => {
      if (offset === undefined) return []
      const query = offset === 0 ? 'UTC+0' : formatOffset(offset)
      const cities = same.slice(0, CITIES).map(({ name }) => name)
      const details = times.date(minuteAt(offset) * MINUTE_MS, WEEKDAY)
      return { id: query, name: cities.join(' · '), details, offset, pick: { query } }
    })
    .toSorted((a, b) => (minuteAt(a.offset) % DAY_MINUTES) - (minuteAt(b.offset) % DAY_MINUTES))
}

/** The names of the people of this browser, by their zones. */
function useFriends(): Map<string, string[]> {
  const account = useAccount()
  const ids = useStored(ownPeople)
  const { people } = usePeople(ids, !account.isLoading && !account.needsLoginToRead)
  return useMemo(() => {
    const found = people.filter((person): person is Person & { timezone: string } => !!person.timezone)
    const byZone = Map.groupBy(found, ({ timezone }) => zoneAliases[timezone] ?? timezone)
    // Isolated, so that a name in another script does not reorder its neighbours.
    return new Map(
      [...byZone].map(([zone, same]) => [zone, same.map(({ name }) => `\u2068${name}\u2069`)] as const),
    )
  }, [people])
}

const MOST_RECENT = 4

/** The zones that were picked last in this browser, at most four, the latest first. */
export const recentZones = createStored('timezone-registry:recent-zones', (stored): string[] =>
  Array.isArray(stored) ? stored.filter((zone) => typeof zone === 'string').slice(0, MOST_RECENT) : [],
)

/** Keeps a zone as the latest one. */
export function rememberZone(zone: string): void {
  recentZones.change((zones) => [...new Set([zone, ...zones])].slice(0, MOST_RECENT))
}
