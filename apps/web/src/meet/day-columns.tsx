import { RIBBON_HEIGHT, ribbonPath } from '@timezone-registry/zones/ribbon-path'
import { inkOn, skyAt } from '@timezone-registry/zones/sky'
import { type CSSProperties, memo, useEffect, useRef } from 'react'
import { daysOf, withLead } from '../clock/days.ts'
import { toCss } from '../clock/sky.ts'
import { useServiceClocks } from '../clock/use-service-clocks.tsx'
import { zoneClock } from '../clock/zone-clock.ts'
import { rangesIn, ribbonParts } from '../ribbon/ribbon-shape.ts'
import { useViewText } from '../texts/use-text.tsx'
import { Initial } from './group-title.tsx'
import type { DrawnRow } from './hour-row.tsx'
import { endOf, quarterOf } from './meet-day.ts'
import { SlotFrame } from './slot-frame.tsx'
import type { MeetFormats } from './use-meet-formats.ts'
import type { Meeting } from './use-meeting.ts'
import './day-columns.css'

const HOUR_MS = 3_600_000

/** Everybody's day as a ribbon beside the others, with time running down, and the meeting as a frame across all of them. */
export function DayColumns({ meeting, rows }: { meeting: Meeting; rows: readonly DrawnRow[] }) {
  const { day, moment, timezone, isLoading, formats } = meeting
  const scroller = useRef<HTMLDivElement>(null)
  const quarter = quarterOf(day, moment)
  const isPlaced = useRef(false)
  useEffect(() => {
    const box = scroller.current
    if (box === null || isLoading) return
    keepInSight(box, isPlaced.current ? 'edge' : 'middle')
    isPlaced.current = true
  }, [quarter, day, isLoading])
  const hours = Array.from({ length: Math.ceil(day.quarters / 4) }, (_, hour) => day.start + hour * HOUR_MS)

  return (
    <div ref={scroller} className="columns-scroller">
      <div
        className="columns"
        style={{ '--columns': rows.length, '--hours': day.quarters / 4 } as CSSProperties}
      >
        <div className="columns-heads">
          {rows.map((row) => (
            <ColumnHead key={row.people[0]?.id} row={row} minute={formats.minuteOf(moment, row.timezone)} />
          ))}
        </div>
        <div className="columns-hours" aria-hidden="true" translate="no">
          {hours.map((start) => (
            <span
              key={start}
              className={start <= moment && moment < start + HOUR_MS ? 'hour-chosen' : undefined}
            >
              {formats.cell(formats.minuteOf(start, timezone)).hour}
            </span>
          ))}
        </div>
        <div className="columns-ribbons">
          {rows.map((row) => (
            <Column key={row.people[0]?.id} row={row} start={day.start} end={endOf(day)} formats={formats} />
          ))}
          <SlotFrame meeting={meeting} isVertical />
        </div>
      </div>
    </div>
  )
}

/** Scrolls the hours, not the page, so that the frame is in sight below the names. */
function keepInSight(box: HTMLElement, where: 'middle' | 'edge'): void {
  const frame = box.querySelector('.slot-frame')?.getBoundingClientRect()
  const heads = box.querySelector('.columns-heads')?.getBoundingClientRect()
  if (frame === undefined || heads === undefined) return
  const [from, until] = [heads.bottom, box.getBoundingClientRect().bottom]
  const margin = frame.height / 2
  if (where === 'middle') box.scrollTop += (frame.top + frame.bottom - from - until) / 2
  else if (frame.top - margin < from) box.scrollTop -= from - frame.top + margin
  else if (frame.bottom + margin > until) box.scrollTop += frame.bottom + margin - until
}

function ColumnHead({ row: { people }, minute }: { row: DrawnRow; minute: number }) {
  const t = useViewText()
  const [first, ...others] = people
  if (first === undefined) return null
  return (
    <div className="column-head flex min-w-0 flex-[1_1_0] flex-col items-center">
      <Initial name={first.name} minute={minute} />
      <span
        className={`mt-1 flex max-w-full gap-[3px] px-0.5 text-xs ${people.some(({ id }) => id === '') ? 'font-semibold' : 'text-soft'}`}
      >
        <bdi className="truncate">{first.name}</bdi>
        {others.length > 0 && <span>{t('meet.others', { count: others.length })}</span>}
      </span>
    </div>
  )
}

type ColumnProps = { row: DrawnRow; start: number; end: number; formats: MeetFormats }

/** A day as a ribbon that runs down, with the hours during which they are awake. */
const Column = memo(
  function Column({ row: { people, timezone, said, cells }, start, end, formats }: ColumnProps) {
    const t = useViewText()
    const clocks = useServiceClocks()
    const span = { from: start, until: end }
    const clock = zoneClock(timezone, withLead(span), clocks)
    if (clock === undefined) return null
    const { awake } = daysOf(clock, span, said)
    const minutes = (end - start) / 60_000
    const parts = ribbonParts(clock, span)
    return (
      <div
        className="column"
        role="img"
        aria-label={t('meet.bandOf', { name: people[0]?.name ?? '' })}
        translate="no"
      >
        <svg aria-hidden="true">
          {parts.map((part) => (
            <svg
              key={part.from}
              y={`${part.from * 100}%`}
              height={`${(part.to - part.from) * 100}%`}
              viewBox={`${-RIBBON_HEIGHT / 2 - 1} ${part.minute} ${RIBBON_HEIGHT + 2} ${(part.to - part.from) * minutes}`}
              preserveAspectRatio="none"
              aria-hidden="true"
            >
              {/* Turned so that its hours run down. */}
              <path d={ribbonPath(rangesIn(part, span, awake))} transform="matrix(0 1 1 0 0 0)" />
            </svg>
          ))}
        </svg>
        {cells.map((cell) => {
          const until = cell.start + (cell.quarters / 4) * HOUR_MS
          // Where the ribbon is thick enough for digits.
          const isWritten = awake.some((day) => day.from <= cell.start && day.until >= until)
          const sky = skyAt(((cell.minute + cell.quarters * 7.5) % (24 * 60)) / 60)
          const { hour, minute } = formats.cell(cell.minute)
          return (
            <span
              key={cell.start}
              className={cell.change === 0 ? 'column-hour' : 'column-hour column-change'}
              style={{ flexGrow: cell.quarters, '--sky': toCss(sky), '--cell-ink': inkOn(sky) }}
            >
              {isWritten && (
                <span className="column-digits">
                  {hour}
                  {minute !== '' && <sup>{minute}</sup>}
                </span>
              )}
            </span>
          )
        })}
      </div>
    )
  },
  (before, after) =>
    before.formats === after.formats &&
    before.start === after.start &&
    before.end === after.end &&
    JSON.stringify(before.row) === JSON.stringify(after.row),
)
