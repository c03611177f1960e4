import { useCallback } from 'react'
import { useText, useTimes } from '../texts/use-text.tsx'
import { useMinute } from './use-now.ts'
import { useServiceClocks } from './use-service-clocks.tsx'
import { nextClockChange } from './zone-clock.ts'

// What is further away helps nobody yet.
const NEAR_DAYS = 21
const DATE = { day: 'numeric', month: 'long' } as const

/** Writes the next clock change of a zone, if it is near: `Clocks go back on 25 October`; else nothing. */
export function useNextChange(): (timezone: string, withinDays?: number) => string {
  const t = useText()
  const times = useTimes()
  const [now, clocks] = [useMinute(), useServiceClocks()]
  return useCallback(
    (timezone, withinDays = NEAR_DAYS) => {
      const change = nextClockChange(timezone, now, clocks)
      if (change === undefined || change.inDays > withinDays) return ''
      const date = times.date(change.local, DATE)
      return t(change.minutes > 0 ? 'clock.forward' : 'clock.back', { date })
    },
    [t, times, now, clocks],
  )
}
