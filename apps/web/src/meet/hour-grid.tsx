import { describeMinutes } from '@timezone-registry/zones/amounts'
import { inkOn, skyAt } from '@timezone-registry/zones/sky'
import { memo, useDeferredValue, useEffect, useMemo, useRef } from 'react'
import { toCss } from '../clock/sky.ts'
import { HOUR_MS } from '../clock/span.ts'
import { useServiceClocks } from '../clock/use-service-clocks.tsx'
import { useCityOf, useViewText } from '../texts/use-text.tsx'
import { Initial } from './group-title.tsx'
import { type Cell, cellsOf, groupByClock, quarterOf, type Row } from './meet-day.ts'
import { SlotFrame } from './slot-frame.tsx'
import type { MeetFormats } from './use-meet-formats.ts'
import type { Meeting, Participant } from './use-meeting.ts'
import './hour-grid.css'

// More rows than this are hard to compare, so people with the same clock share one.
const MAX_SINGLE = { wide: 10, phone: 6 }

type DrawnRow = Row<Participant> & { cells: Cell[] }

/** Everybody's hours beside each other along one day, and the meeting as a frame across them. On a phone, time runs down. */
export function HourGrid({ meeting, isPhone }: { meeting: Meeting; isPhone: boolean }) {
  const { day, moment, isLoading, formats } = meeting
  const scroller = useRef<HTMLDivElement>(null)
  const isPlaced = useRef(false)
  const maxSingle = isPhone ? MAX_SINGLE.phone : MAX_SINGLE.wide
  const rows = useRows(meeting, maxSingle)
  const drawn = useDeferredValue(rows, rows.slice(0, maxSingle))
  const quarter = quarterOf(day, moment)
  useEffect(() => {
    // While people are loading, the frame is only where the next quarter of an hour begins.
    if (scroller.current === null || day.quarters === 0 || isLoading) return
    keepInSight(scroller.current, { isPhone, isPlaced: isPlaced.current })
    isPlaced.current = true
  }, [quarter, day, isLoading, isPhone])

  return (
    <>
      <div ref={scroller} className="meet-scroller">
        <div className="meet-grid" style={{ '--people': rows.length, '--hours': day.quarters / 4 }}>
          <AwakeBars rows={rows} meeting={meeting} />
          <div className="meet-rows">
            {drawn.map((row) => (
              <HourRow
                key={row.people[0]?.id}
                row={row}
                formats={formats}
                minute={isPhone ? formats.minuteOf(moment, row.timezone) : undefined}
              />
            ))}
            <SlotFrame meeting={meeting} isVertical={isPhone} />
          </div>
        </div>
      </div>
      <ClockChanges rows={rows} />
    </>
  )
}

/** From west to east; people with the same clock together if there are many. */
function useRows({ people, day }: Meeting, maxSingle: number): DrawnRow[] {
  const clocks = useServiceClocks()
  return useMemo(() => {
    const rows =
      people.length > maxSingle
        ? groupByClock(people, day, clocks)
        : people.map((person) => ({ timezone: person.timezone, said: person.said, people: [person] }))
    return rows.map((row) => ({ ...row, cells: cellsOf(row, day, clocks) }))
  }, [people, day, clocks, maxSingle])
}

/** How many are awake in each hour of the day; beside columns, which hour it is. */
function AwakeBars({ rows, meeting }: { rows: readonly DrawnRow[]; meeting: Meeting }) {
  const t = useViewText()
  const { people, formats, timezone, moment } = meeting
  const bars = (rows[0]?.cells ?? []).map(({ start, quarters }, hour) => {
    const awake = rows.map((row) => (row.cells[hour]?.isAsleep === false ? row.people.length : 0))
    return { start, quarters, count: awake.reduce((sum, count) => sum + count, 0) }
  })
  const most = Math.max(0, ...bars.map(({ count }) => count))
  const best = bars.filter(({ count }) => count === most).map(({ start }) => formats.time(start, timezone))
  return (
    <div className="meet-row awake">
      <p className="meet-name text-[0.8125rem] text-soft max-[700px]:text-[0px]">{t('meet.awake')}</p>
      <div
        className="meet-cells"
        dir="ltr"
        role="img"
        translate="no"
        aria-label={`${t('meet.awake')}: ${t('meet.countOf', { count: most, total: people.length })} (${best.join(', ')})`}
      >
        {bars.map(({ start, quarters, count }) => (
          <span
            key={start}
            className={`awake-bar ${count === people.length ? 'awake-all' : ''}`}
            data-chosen={start <= moment && moment < start + HOUR_MS}
            style={{ flexGrow: quarters, '--part': count / people.length }}
          >
            {formats.hour(start, timezone)}
          </span>
        ))}
      </div>
    </div>
  )
}

/** `minute` is the local time of the meeting, for the sky of an initial; undefined where there is no room for one. */
type HourRowProps = { row: DrawnRow; formats: MeetFormats; minute: number | undefined }

/** The hours of one person, or of those who share a clock. The times are also listed below, as text. */
const HourRow = memo(
  function HourRow({ row: { people, cells }, formats, minute }: HourRowProps) {
    const t = useViewText()
    const cityOf = useCityOf()
    const [first, ...others] = people
    if (first === undefined) return null
    const cities = [...new Set(people.map((person) => cityOf(person.timezone)))].join(', ')
    return (
      <div className="meet-row">
        <div className="meet-name" title={people.map(({ name }) => name).join(', ')}>
          {minute !== undefined && <Initial name={first.name} minute={minute} />}
          <p className="meet-who">
            <span className="truncate" dir="auto">
              {first.name}
            </span>
            {others.length > 0 && (
              <span className="shrink-0">{t('meet.others', { count: others.length })}</span>
            )}
          </p>
          <p className="truncate text-xs/4 text-soft max-[700px]:hidden" dir="auto">
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
    before.formats === after.formats &&
    before.minute === after.minute &&
    JSON.stringify(before.row) === JSON.stringify(after.row),
)

type HourCellProps = { cell: Cell; label: ReturnType<MeetFormats['cell']> }

/** As thick as the row while they are awake, else a sliver. */
function HourCell({ cell, label: { hour, minute, half } }: HourCellProps) {
  const sky = skyAt(cell.minute / 60)
  const beside = [minute, half].filter(Boolean).join(' ')
  return (
    <span
      className={`cell ${cell.isAsleep ? 'cell-asleep' : ''} ${cell.change === 0 ? '' : 'cell-change'}`}
      style={{ flexGrow: cell.quarters, '--sky': toCss(sky), '--cell-ink': inkOn(sky) }}
    >
      {hour}
      {beside !== '' && !cell.isAsleep && <small>{beside}</small>}
    </span>
  )
}

/** Says in words whose clocks change on the day shown. */
function ClockChanges({ rows }: { rows: readonly DrawnRow[] }) {
  const t = useViewText()
  const cityOf = useCityOf()
  const changes = new Map(
    rows.flatMap(({ people, cells }) => {
      const change = cells.find((cell) => cell.change !== 0)?.change
      return change === undefined ? [] : people.map(({ timezone }) => [timezone, change] as const)
    }),
  )
  return [...changes].map(([timezone, change]) => (
    <p key={timezone} className="mt-2 text-muted text-sm">
      {t(change > 0 ? 'meet.clocksForward' : 'meet.clocksBack', {
        place: cityOf(timezone),
        amount: describeMinutes(change, t),
      })}
    </p>
  ))
}

type Sight = { isPhone: boolean; isPlaced: boolean }

/** Scrolls the grid, not the page, so that the frame is in the part that the names leave visible: at first in its middle. */
function keepInSight(box: HTMLElement, { isPhone, isPlaced }: Sight): void {
  const frame = box.querySelector('.slot-frame')?.getBoundingClientRect()
  const names = box.querySelector('.meet-name')?.getBoundingClientRect()
  if (frame === undefined || names === undefined) return
  const { left, right, bottom } = box.getBoundingClientRect()
  // Beside rows, the names are at the inline start: on the right in a right-to-left page.
  const across = names.left - left < 1 ? [names.right, right] : [left, names.left]
  const [from = 0, until = 0] = isPhone ? [names.bottom, bottom] : across
  const [start, end] = isPhone ? [frame.top, frame.bottom] : [frame.left, frame.right]
  const margin = (end - start) / 2
  const toEdge = Math.min(0, start - margin - from) || Math.max(0, end + margin - until)
  const by = isPlaced ? toEdge : (start + end - from - until) / 2
  // By a distance, because scroll positions count from the inline start.
  box.scrollBy(isPhone ? { top: by } : { left: by })
}
