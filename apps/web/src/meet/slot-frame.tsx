import type { KeyboardEvent } from 'react'
import { useViewText } from '../texts/use-text.tsx'
import { momentAt, quarterOf } from './meet-day.ts'
import { useFitTexts } from './use-fit-texts.ts'
import type { Meeting } from './use-meeting.ts'
import { useSlotDrag } from './use-slot-drag.ts'

const QUARTER_MINUTES = 15

type SlotFrameProps = {
  meeting: Meeting
  /** True where time runs down rather than to the right. */
  isVertical?: boolean
}

/** The meeting as a frame across everybody's hours, which a pointer drags, and a slider for the keyboard. */
export function SlotFrame({ meeting, isVertical = false }: SlotFrameProps) {
  const t = useViewText()
  const { day, moment, minutes, timezone, people, viewer, fit, formats, choose } = meeting
  const describe = useFitTexts(meeting)
  const quarter = quarterOf(day, moment)
  const drag = useSlotDrag({ day, quarter, isVertical, onChoose: choose })
  const length = Math.min(minutes / QUARTER_MINUTES, day.quarters - quarter)
  const [start, size] = [(quarter / day.quarters) * 100, (length / day.quarters) * 100]
  const end = formats.time(moment + minutes * 60_000, timezone)
  const shown = people.find(({ id }) => id === viewer)
  const whose =
    shown === undefined || shown.id === '' ? t('meet.yourTime') : t('meet.timeOf', { name: shown.name })
  const spoken = [
    t('meet.range', { start: formats.full(moment, timezone), end }),
    whose,
    describe.fit(fit),
    describe.costs(fit),
  ]

  /** Down is later here, which for a slider is up. */
  function moveDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 4, PageUp: -4 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    choose(momentAt(day, quarter + step))
  }

  return (
    <div className={isVertical ? 'slot-track slot-track-down' : 'slot-track'} {...drag}>
      <input
        type="range"
        // Hours run left to right in every language; only the position of the track beside the names follows the page.
        dir="ltr"
        aria-label={t('meet.moment')}
        aria-orientation={isVertical ? 'vertical' : undefined}
        aria-valuetext={spoken.filter(Boolean).join(' · ')}
        min={0}
        max={Math.max(day.quarters - 1, 0)}
        value={quarter}
        onKeyDown={isVertical ? moveDown : undefined}
        onChange={({ target }) => choose(momentAt(day, Number(target.value)))}
      />
      <div
        className="slot-frame"
        style={
          isVertical ? { top: `${start}%`, height: `${size}%` } : { left: `${start}%`, width: `${size}%` }
        }
      />
      {!isVertical && (
        <span
          className="slot-pill"
          aria-hidden="true"
          translate="no"
          style={{ '--middle': `${start + size / 2}%` }}
        >
          {formats.range(moment, minutes, timezone)}
        </span>
      )}
    </div>
  )
}
