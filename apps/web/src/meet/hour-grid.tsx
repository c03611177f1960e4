import { describeMinutes } from '@timezone-registry/zones/amounts'
import { useDeferredValue, useEffect, useMemo, useRef } from 'react'
import type { ServiceClocks } from '../clock/service-clocks.ts'
import { useServiceClocks } from '../clock/use-service-clocks.tsx'
import { offsetMinutes } from '../clock/zone-time.ts'
import { useTexts } from '../texts/use-texts.tsx'
import { HourRow } from './hour-row.tsx'
import { cellsOf, groupByClock, type MeetDay, quarterOf, type Row } from './meet-day.ts'
import { SlotFrame } from './slot-frame.tsx'
import { useMeetFormats } from './use-meet-formats.ts'
import type { Meeting, Participant } from './use-meeting.ts'
import './hour-grid.css'
import { useCityOf } from '../zones/use-city-of.ts'

// More rows than this are hard to compare, so people with the same clock share one.
const MAX_SINGLE_ROWS = 10

type HourGridProps = { meeting: Meeting; minutes: number; onChoose: (at: number) => void }

/** Everybody's hours below each other along one day, and the meeting as a frame across all of them. */
export function HourGrid({ meeting, minutes, onChoose }: HourGridProps) {
  const { people, day, moment, timezone, isLoading } = meeting
  const scroller = useRef<HTMLDivElement>(null)
  const clocks = useServiceClocks()
  // Shared by all rows, because creating a formatter is slow.
  const formats = useMeetFormats()
  const rows = useMemo(() => toRows(people, day, clocks), [people, day, clocks])
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
          {drawn.map((row) => (
            <HourRow key={row.people[0]?.id} row={row} day={day} formats={formats} />
          ))}
          <SlotFrame day={day} at={moment} minutes={minutes} timezone={timezone} onChoose={onChoose} />
        </div>
      </div>
      <ClockChanges rows={rows} day={day} />
    </>
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

/** The reader first, the others from west to east; people with the same clock together if there are many. */
function toRows(people: Participant[], day: MeetDay, clocks?: ServiceClocks): Row<Participant>[] {
  const rows =
    people.length > MAX_SINGLE_ROWS
      ? groupByClock(people, day, clocks)
      : people.map((person) => ({ timezone: person.timezone, said: person.said, people: [person] }))
  const [own, ...others] = rows
  const start = Temporal.Instant.fromEpochMilliseconds(day.start)
  const minuteOf = ({ timezone }: Row<Participant>) => offsetMinutes(timezone, start, clocks) ?? 0
  return own === undefined ? [] : [own, ...others.toSorted((a, b) => minuteOf(a) - minuteOf(b))]
}

/** Says in words whose clocks change on this day. */
function ClockChanges({ rows, day }: { rows: Row<Participant>[]; day: MeetDay }) {
  const texts = useTexts()
  const { meet } = texts
  const cityOf = useCityOf()
  const clocks = useServiceClocks()
  const zones = [...new Set(rows.map(({ timezone }) => timezone))].join()
  const changes = useMemo(
    () =>
      zones.split(',').flatMap((timezone) => {
        const change = cellsOf({ timezone }, day, clocks).find((cell) => cell.change !== 0)?.change
        return change === undefined ? [] : [{ timezone, change }]
      }),
    [zones, day, clocks],
  )
  return changes.map(({ timezone, change }) => (
    <p key={timezone} className="mt-2 text-muted text-sm">
      {(change > 0 ? meet.clocksForward : meet.clocksBack)(cityOf(timezone), describeMinutes(change, texts))}
    </p>
  ))
}
