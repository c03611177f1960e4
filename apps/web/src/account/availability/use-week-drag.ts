import { type PointerEvent, useState } from 'react'
import { DAY_MINUTES, drag, type Grip, gripAt, type Hours, mergeHours } from './week-model.ts'

const REACH_PX = { mouse: 7, touch: 16 }

/**
 * The week while somebody drags in it, and the props of each day's track. A finger that moves up or down scrolls the page
 * instead, and leaves the week as it was.
 */
export function useWeekDrag(hours: Hours[], onChange: (hours: Hours[]) => void) {
  const [held, setHeld] = useState<{ grip: Grip; minute: number }>()
  const shown = held ? drag(hours, held.grip, held.minute) : hours

  function trackOf(day: number) {
    return {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0) return
        const minute = minuteUnder(event)
        const pixels = event.pointerType === 'mouse' ? REACH_PX.mouse : REACH_PX.touch
        const reach = (pixels / event.currentTarget.clientWidth) * DAY_MINUTES
        event.currentTarget.setPointerCapture(event.pointerId)
        setHeld({ grip: gripAt(hours, { day, at: minute }, reach), minute })
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (held?.grip.day === day) setHeld({ ...held, minute: minuteUnder(event) })
      },
      onPointerUp: () => {
        if (held === undefined) return
        setHeld(undefined)
        // A click on hours changes nothing.
        if (held.grip.part === 'new' || held.minute !== held.grip.at) onChange(mergeHours(shown))
      },
      onPointerCancel: () => setHeld(undefined),
    }
  }

  return { shown, trackOf }
}

function minuteUnder({ currentTarget, clientX }: PointerEvent<HTMLElement>): number {
  const { left, width } = currentTarget.getBoundingClientRect()
  return Math.min(Math.max(Math.round(((clientX - left) / width) * DAY_MINUTES), 0), DAY_MINUTES)
}
