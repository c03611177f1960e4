import { Combobox } from '@base-ui/react/combobox'
import { formatOffset } from '@timezone-registry/zones/offset'
import type { Place, PlaceLabels } from '@timezone-registry/zones/places'
import { memo } from 'react'
import { useServiceClocks } from '../clock/use-service-clocks.tsx'
import { offsetMinutes } from '../clock/zone-time.ts'
import { useTexts } from '../texts/use-texts.tsx'
import { useCityOf } from './use-city-of.ts'

type ZoneRowProps = {
  place: Place
  labels: PlaceLabels
  /** In the zone of the browser. */
  isOwn: boolean
  now: Temporal.Instant
  /** Writes the time at an offset in minutes east of UTC. */
  format: (at: Temporal.Instant, offset: number) => string
  index: number
  /** Pixels from the top of the list. */
  start: number
  count: number
  measure: (row: Element | null) => void
}

/** A place, where it is, and its time and offset now. Memoised, since the list renders on every key. */
export const ZoneRow = memo(function ZoneRow({
  place,
  labels,
  isOwn,
  now,
  format,
  index,
  start,
  count,
  measure,
}: ZoneRowProps) {
  const { zone } = useTexts()
  const offset = offsetMinutes(place.zone, now, useServiceClocks())
  const cityOf = useCityOf()
  const label = labels.labelOf(place)
  const details = [labels.countryOf(place), cityOf(place.zone)].filter(
    (name) => name !== '' && name !== label,
  )
  return (
    <Combobox.Item
      value={place}
      index={index}
      aria-posinset={index + 1}
      aria-setsize={count}
      ref={measure}
      data-index={index}
      data-zone={place.zone}
      className="zone-row"
      style={{ transform: `translateY(${start}px)` }}
    >
      <span className="min-w-0">
        <span className="block truncate font-medium">
          {label}
          {isOwn && <span className="font-normal"> · {zone.yours}</span>}
        </span>
        <span className="zone-row-detail block truncate text-sm">{details.join(' · ')}</span>
      </span>
      {offset !== undefined && (
        <span className="shrink-0 text-end tabular-nums">
          <span className="block">{format(now, offset)}</span>
          <span className="zone-row-detail block text-sm">{formatOffset(offset)}</span>
        </span>
      )}
    </Combobox.Item>
  )
})
