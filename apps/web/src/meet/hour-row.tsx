import { inkOn, skyAt } from '@timezone-registry/zones/sky'
import { memo } from 'react'
import { toCss } from '../clock/sky.ts'
import { useServiceClocks } from '../clock/use-service-clocks.tsx'
import { useTexts } from '../texts/use-texts.tsx'
import { useCityOf } from '../zones/use-city-of.ts'
import { type Cell, cellsOf, type MeetDay, type Row } from './meet-day.ts'
import type { useMeetFormats } from './use-meet-formats.ts'
import type { Participant } from './use-meeting.ts'

type HourRowProps = { row: Row<Participant>; day: MeetDay; formats: ReturnType<typeof useMeetFormats> }

/** The hours of one person, or of those who share a clock. The times are also listed below, as text. */
export const HourRow = memo(
  function HourRow({ row, day, formats }: HourRowProps) {
    const texts = useTexts().meet
    const cityOf = useCityOf()
    const clocks = useServiceClocks()
    const { people } = row
    const [first, ...others] = people
    if (first === undefined) return null
    const cities = [...new Set(people.map((person) => cityOf(person.timezone)))].join(', ')
    return (
      <div className="meet-row">
        <div className="meet-name" title={people.map(({ name }) => name).join(', ')}>
          <p className="meet-who">
            <span className="truncate" dir="auto">
              {first.name}
            </span>
            {others.length > 0 && <span className="meet-more">{texts.others(others.length)}</span>}
          </p>
          <p className="truncate text-muted text-xs" dir="auto">
            {cities}
          </p>
        </div>
        <div className="meet-cells" dir="ltr" translate="no" role="img" aria-label={texts.bandOf(first.name)}>
          {cellsOf(row, day, clocks).map((cell) => (
            <HourCell key={cell.start} cell={cell} label={formats.cell(cell.minute)} />
          ))}
        </div>
      </div>
    )
  },
  // Each render creates new row objects, mostly with the same people.
  (before, after) =>
    before.day === after.day &&
    before.formats === after.formats &&
    JSON.stringify(before.row) === JSON.stringify(after.row),
)

function HourCell({ cell, label }: { cell: Cell; label: { hour: string; below: string } }) {
  const sky = skyAt(cell.minute / 60)
  const ink = inkOn(sky)
  const change = cell.change !== 0
  return (
    <span
      className={`cell cell-on-${ink} ${cell.isAsleep ? 'cell-asleep' : ''} ${change ? 'cell-change' : ''}`}
      style={{ flexGrow: cell.quarters, '--sky': toCss(sky), '--cell-ink': ink }}
    >
      {label.hour}
      {label.below !== '' && <small>{label.below}</small>}
    </span>
  )
}
