import { skyAt } from '@timezone-registry/zones/sky'
import { toCss } from '../clock/sky.ts'
import { useTimes } from '../texts/use-text.tsx'
import './place-row.css'

/** What a row names: a place, or a person there. */
export type Place = {
  id: string
  name: string
  details: string
  /** East of UTC now, in minutes; undefined if it is not known. */
  offset: number | undefined
}

type PlaceRowProps = Omit<Place, 'id'> & {
  at: number
  /** What stands below the time. */
  apart: (offset: number) => string
}

const DAY_MINUTES = 24 * 60

/** The content of a row: a dot of the sky there, the name of a place or a person, and the time there. */
export function PlaceRow({ name, details, offset, at, apart }: PlaceRowProps) {
  const times = useTimes()
  const minute = (Math.floor(at / 60_000) + (offset ?? 0)) % DAY_MINUTES
  return (
    <>
      <span
        className="sky-dot"
        style={{ '--sky': offset === undefined ? undefined : toCss(skyAt(minute / 60)) }}
      />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium" dir="auto">
          {name}
        </span>
        <span className="place-row-details" dir="auto">
          {details}
        </span>
      </span>
      {offset !== undefined && (
        <span className="shrink-0 text-end tabular-nums" translate="no">
          <span className="block">{times.time(at + offset * 60_000)}</span>
          <span className="place-row-details">{apart(offset)}</span>
        </span>
      )}
    </>
  )
}
