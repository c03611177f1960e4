import { type PointerEvent, useCallback, useMemo, useRef } from 'react'
import { OutdatedZones } from '../clock/outdated-zones.tsx'
import { fractionOf, quarterAt, type Span, spanAround } from '../clock/span.ts'
import { localAt, offsetAt } from '../clock/zone-clock.ts'
import { createTimeFormatter } from '../clock/zone-time.ts'
import type { Person } from '../selection/use-people.ts'
import { useLocale } from '../texts/use-texts.tsx'
import { PeopleList } from './people-list.tsx'
import { Scrubber } from './scrubber.tsx'
import { type ShownTime, ShownTimeProvider } from './shown-time.tsx'
import type { BoardTime } from './use-board-time.ts'
import { useZoneClocks } from './use-zone-clocks.ts'
import './board.css'

const UTC = { timezone: 'UTC', offsets: [] }

type PeopleBoardProps = {
  me: Person
  others: Person[]
  time: BoardTime
  onRemove: (id: string) => void
}

/** Everybody's sky below each other, and one line through all of them that moves the time for everybody. */
export function PeopleBoard({ me, others, time, onRemove }: PeopleBoardProps) {
  const { now, at, isNow, choose } = time
  const span = useMemo(() => spanAround(now.epochMilliseconds), [now])
  const locale = useLocale()
  const format = useMemo(() => createTimeFormatter(locale), [locale])
  const zones = useZoneClocks(
    [me, ...others].map(({ timezone }) => timezone),
    span,
  )
  const removeRef = useRef(onRemove)
  removeRef.current = onRemove
  // Stable across renders, so that the list does not render again while the line moves.
  const remove = useCallback((id: string) => removeRef.current(id), [])
  const clock = zones.get(me.timezone ?? '') ?? UTC
  const shown = useMemo((): ShownTime => {
    const instant = Temporal.Instant.fromEpochMilliseconds(at)
    const fraction = fractionOf(span, at)
    return { at, isNow, fraction, day: localAt(clock, at).day, format: (offset) => format(instant, offset) }
  }, [at, isNow, span, clock, format])

  return (
    <div className="people-frame">
      <div className="people-board" {...createDrag(span, choose)}>
        <Scrubber
          span={span}
          at={at}
          isNow={isNow}
          label={shown.format(offsetAt(clock, at))}
          onScrub={choose}
        />
        <ShownTimeProvider value={shown}>
          <PeopleList me={me} others={others} zones={zones} span={span} now={now} onRemove={remove} />
        </ShownTimeProvider>
      </div>
      <OutdatedZones timezones={[me, ...others].map(({ timezone }) => timezone)} at={now} />
    </div>
  )
}

/** Moves the time to where a pointer drags on a ribbon or on the line's handle. */
function createDrag(span: Span, choose: (at: number) => void) {
  function scrub({ currentTarget, clientX }: PointerEvent<HTMLDivElement>) {
    const box = currentTarget.querySelector('.scrubber')?.getBoundingClientRect()
    if (box !== undefined && box.width > 0) choose(quarterAt(span, (clientX - box.left) / box.width))
  }

  return {
    onPointerDown: (event: PointerEvent<HTMLDivElement>) => {
      if (event.button !== 0 || !(event.target as Element).closest('.person-ribbon, .scrubber')) return
      event.currentTarget.setPointerCapture(event.pointerId)
      scrub(event)
    },
    onPointerMove: (event: PointerEvent<HTMLDivElement>) => {
      if (event.currentTarget.hasPointerCapture(event.pointerId)) scrub(event)
    },
  }
}
