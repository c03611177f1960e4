import { useDeferredValue, useEffect, useRef } from 'react'
import { useViewText } from '../texts/use-text.tsx'
import { ClockChanges } from './clock-changes.tsx'
import { type DrawnRow, HourRow } from './hour-row.tsx'
import { quarterOf } from './meet-day.ts'
import { SlotFrame } from './slot-frame.tsx'
import type { Meeting } from './use-meeting.ts'
import { useRows } from './use-rows.ts'
import './hour-grid.css'

// More rows than this are hard to compare, so people with the same clock share one.
const MAX_SINGLE_ROWS = 10

/** Everybody's hours below each other along one day, and the meeting as a frame across all of them. */
export function HourGrid({ meeting }: { meeting: Meeting }) {
  const { day, moment, isLoading, formats } = meeting
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useRows(meeting, MAX_SINGLE_ROWS)
  const drawn = useDeferredValue(rows, rows.slice(0, MAX_SINGLE_ROWS))
  const quarter = quarterOf(day, moment)
  useEffect(() => {
    const box = scroller.current
    // While people are loading, the frame is only where the next quarter of an hour begins.
    if (box === null || day.quarters === 0 || isLoading) return
    scrollToFrame(box)
  }, [quarter, day, isLoading])

  return (
    <>
      <div ref={scroller} className="meet-scroller">
        <div className="meet-grid">
          <AwakeBars rows={rows} meeting={meeting} />
          <div className="relative grid gap-2">
            {drawn.map((row) => (
              <HourRow key={row.people[0]?.id} row={row} formats={formats} />
            ))}
            <SlotFrame meeting={meeting} />
          </div>
        </div>
      </div>
      <ClockChanges rows={rows} />
    </>
  )
}

/** How many are awake in each hour of the day. */
function AwakeBars({ rows, meeting }: { rows: readonly DrawnRow[]; meeting: Meeting }) {
  const t = useViewText()
  const { people, formats, timezone } = meeting
  const bars = (rows[0]?.cells ?? []).map(({ start, quarters }, hour) => {
    const awake = rows.map((row) => (row.cells[hour]?.isAsleep === false ? row.people.length : 0))
    return { start, quarters, count: awake.reduce((sum, count) => sum + count, 0) }
  })
  const most = Math.max(0, ...bars.map(({ count }) => count))
  const best = bars.filter(({ count }) => count === most).map(({ start }) => formats.time(start, timezone))
  return (
    <div className="awake mb-2.5">
      <p className="awake-label text-[0.8125rem] text-soft">{t('meet.awake')}</p>
      <div
        className="flex h-7 items-end"
        dir="ltr"
        role="img"
        aria-label={`${t('meet.awake')}: ${t('meet.countOf', { count: most, total: people.length })} (${best.join(', ')})`}
      >
        {bars.map(({ start, quarters, count }) => (
          <span
            key={start}
            className={count === people.length ? 'awake-bar awake-all' : 'awake-bar'}
            style={{ flexGrow: quarters, '--part': count / people.length }}
          />
        ))}
      </div>
    </div>
  )
}

/** Scrolls the grid, not the page, to bring the frame near the middle of the part that the names leave visible. */
function scrollToFrame(box: HTMLElement): void {
  const frame = box.querySelector('.slot-frame')?.getBoundingClientRect()
  const names = box.querySelector('.meet-name')?.getBoundingClientRect()
  if (frame === undefined || names === undefined) return
  const { left, right } = box.getBoundingClientRect()
  // The names are at the inline start: on the right in a right-to-left page.
  const [from, until] = names.left - left < 1 ? [names.right, right] : [left, names.left]
  const apart = frame.left - (from + until) / 2
  // By a distance, because scroll positions also count from the inline start.
  if (Math.abs(apart) > (until - from) / 3) box.scrollLeft += apart
}
