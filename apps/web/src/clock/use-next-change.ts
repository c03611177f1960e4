import { describeMinutes } from '@timezone-registry/zones/amounts'
import { useCallback } from 'react'
import { useLocale, useText, useTimes } from '../texts/use-text.tsx'
import { useMinute } from './use-now.ts'
import { useServiceClocks } from './use-service-clocks.tsx'
import { nextClockChange } from './zone-clock.ts'

// What is further away helps nobody yet.
const NEAR_DAYS = 21
const DATE = { day: 'numeric', month: 'long' } as const
const WEEKDAY_AND_DATE = { weekday: 'long', ...DATE } as const

type Wording = { isShort?: boolean; withinDays?: number }

/**
 * Writes the next clock change of a zone: `Clocks go back 1 h in 12 days, on Sunday 25 October.`; `Clocks go back on 25 October`
 * if it `isShort`. Empty unless it is within three weeks, or `withinDays`.
 */
export function useNextChange(): (timezone: string, wording?: Wording) => string {
  const t = useText()
  const [locale, times] = [useLocale(), useTimes()]
  const [now, clocks] = [useMinute(), useServiceClocks()]
  return useCallback(
    (timezone, { isShort = false, withinDays = NEAR_DAYS } = {}) => {
      const change = nextClockChange(timezone, now, clocks)
      if (change === undefined || change.inDays > withinDays) return ''
      const date = times.date(change.local, isShort ? DATE : WEEKDAY_AND_DATE)
      if (isShort) return t(change.minutes > 0 ? 'clock.forwardOn' : 'clock.backOn', { date })
      const days = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(change.inDays, 'day')
      const amount = describeMinutes(change.minutes, t)
      return t(change.minutes > 0 ? 'clock.forward' : 'clock.back', { amount, days, date })
    },
    [t, locale, times, now, clocks],
  )
}
