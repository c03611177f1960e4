import { skyAt } from '@timezone-registry/zones/sky'
import { toCss } from '../clock/sky.ts'
import { DAY_MINUTES, MINUTE_MS } from '../clock/span.ts'
import { useMinute } from '../clock/use-now.ts'
import { useTimes } from '../texts/use-text.tsx'
import type { Combobox } from '../ui/use-combobox.ts'
import './place-row.css'

type PlaceListProps<Row extends Place> = {
  sections: readonly { heading: string; rows: readonly Row[] }[]
  combobox: Pick<Combobox<Row>, 'list' | 'optionOf'>
  /** What stands below the time at an offset. */
  apart: (offset: number) => string
}

/** What a search has found, in groups; a group without a heading stands alone. */
export function PlaceList<Row extends Place>({ sections, combobox, apart }: PlaceListProps<Row>) {
  const { list, optionOf } = combobox
  const at = useMinute()
  return (
    <div {...list} className="-mx-3 mt-2 min-h-0 flex-1 overflow-y-auto overscroll-contain pb-1 empty:hidden">
      {sections.map(({ heading, rows }) => {
        const options = rows.map((row) => (
          <div key={row.id} {...optionOf(row)} className="place-row">
            <PlaceRow {...row} at={at} apart={apart} />
          </div>
        ))
        if (heading === '') return options
        return (
          <fieldset key={heading} className="min-w-0">
            <legend className="block px-3 pt-4 pb-1 font-semibold text-soft text-xs">{heading}</legend>
            {options}
          </fieldset>
        )
      })}
    </div>
  )
}

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

function PlaceRow({ name, details, offset, at, apart }: PlaceRowProps) {
  const times = useTimes()
  const minute = (Math.floor(at / MINUTE_MS) + (offset ?? 0)) % DAY_MINUTES
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
          <span className="block">{times.time(at + offset * MINUTE_MS)}</span>
          <span className="place-row-details">{apart(offset)}</span>
        </span>
      )}
    </>
  )
}
