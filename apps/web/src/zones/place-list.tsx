import { useMinute } from '../clock/use-now.ts'
import type { Combobox } from '../ui/use-combobox.ts'
import { type Place, PlaceRow } from './place-row.tsx'

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
    <div {...list} className="place-list">
      {sections.map(({ heading, rows }) => {
        const options = rows.map((row) => (
          <div key={row.id} {...optionOf(row)} className="place-row">
            <PlaceRow {...row} at={at} apart={apart} />
          </div>
        ))
        if (heading === '') return options
        return (
          <fieldset key={heading} className="min-w-0">
            <legend className="place-heading">{heading}</legend>
            {options}
          </fieldset>
        )
      })}
    </div>
  )
}
