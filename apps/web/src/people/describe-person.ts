import type { ServiceClocks } from '../clock/use-service-clocks.tsx'
import { nextClockChange } from '../clock/zone-clock.ts'
import type { ViewText } from '../texts/load-texts.ts'

const WARNING_DAYS = 7

type ClockChangeOptions = {
  now: number
  locale: string
  t: ViewText
  clocks?: ServiceClocks | undefined
}

/** `clocks go back on Sunday` in the week before a clock change; undefined otherwise. */
export function describeClockChange(
  timezone: string,
  { now, locale, t, clocks }: ClockChangeOptions,
): string | undefined {
  const change = nextClockChange(timezone, now, clocks)
  if (change === undefined || change.inDays >= WARNING_DAYS) return undefined
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(change.local)
  const day =
    change.inDays === 0
      ? t('list.today')
      : change.inDays === 1
        ? t('people.tomorrow')
        : t('list.onDay', { weekday })
  return change.minutes > 0 ? t('list.clocksForward', { day }) : t('list.clocksBack', { day })
}
