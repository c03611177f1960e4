import { inkOn, skyAt } from '@timezone-registry/zones/sky'
import { memo } from 'react'
import { toCss } from '../clock/sky.ts'
import { useViewText } from '../texts/use-text.tsx'
import { useCityOf } from '../zones/use-city-of.ts'
import type { Cell, Row } from './meet-day.ts'
import type { MeetFormats } from './use-meet-formats.ts'
import type { Participant } from './use-meeting.ts'

/** A row with the hours of its people along a day. */
export type DrawnRow = Row<Participant> & { cells: Cell[] }

type HourRowProps = { row: DrawnRow; formats: MeetFormats }

/** The hours of one person, or of those who share a clock. The times are also listed below, as text. */
export const HourRow = memo(
  function HourRow({ row: { people, cells }, formats }: HourRowProps) {
    const t = useViewText()
    const cityOf = useCityOf()
    const [first, ...others] = people
    if (first === undefined) return null
    const cities = [...new Set(people.map((person) => cityOf(person.timezone)))].join(', ')
    return (
      <div className="meet-row">
        <div className="meet-name" title={people.map(({ name }) => name).join(', ')}>
          <p className="flex gap-1.5 font-medium text-[0.9375rem]/5">
            <span className="truncate" dir="auto">
              {first.name}
            </span>
            {others.length > 0 && (
              <span className="shrink-0">{t('meet.others', { count: others.length })}</span>
            )}
          </p>
          <p className="truncate text-muted text-xs" dir="auto">
            {cities}
          </p>
        </div>
        <div
          className="meet-cells"
          dir="ltr"
          translate="no"
          role="img"
          aria-label={t('meet.bandOf', { name: first.name })}
        >
          {cells.map((cell) => (
            <HourCell key={cell.start} cell={cell} label={formats.cell(cell.minute)} />
          ))}
        </div>
      </div>
    )
  },
  // Each render creates new row objects, mostly with the same people.
  (before, after) =>
    before.formats === after.formats && JSON.stringify(before.row) === JSON.stringify(after.row),
)

type HourCellProps = { cell: Cell; label: { hour: string; minute: string; half: string } }

/** As tall as the row while they are awake, else a sliver. */
function HourCell({ cell, label: { hour, minute, half } }: HourCellProps) {
  const sky = skyAt(cell.minute / 60)
  const below = [minute, half].filter(Boolean).join(' ')
  return (
    <span
      className={`cell ${cell.isAsleep ? 'cell-asleep' : ''} ${cell.change === 0 ? '' : 'cell-change'}`}
      style={{ flexGrow: cell.quarters, '--sky': toCss(sky), '--cell-ink': inkOn(sky) }}
    >
      {hour}
      {below !== '' && !cell.isAsleep && <small>{below}</small>}
    </span>
  )
}
