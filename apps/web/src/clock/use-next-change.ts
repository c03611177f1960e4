import { describeMinutes } from '@timezone-registry/zones/amounts'
import { useLocale, useTexts } from '../texts/use-texts.tsx'
import { useMinute } from './use-now.ts'
import { useServiceClocks } from './use-service-clocks.tsx'
import { nextClockChange } from './zone-time.ts'

/** `Clocks go back 1 h in 12 days, on Sunday 25 October.`; `Clocks go back on 25 October` if it `isShort`. */
export function useNextChange(timezone: string, isShort = false): string {
  const texts = useTexts()
  const locale = useLocale()
  const change = nextClockChange(timezone, useMinute(), useServiceClocks())
  if (change === undefined) return texts.clock.noChange
  const weekday = isShort ? {} : ({ weekday: 'long' } as const)
  const date = change.at.toPlainDate().toLocaleString(locale, { ...weekday, day: 'numeric', month: 'long' })
  if (isShort) return change.minutes > 0 ? texts.clock.forwardOn(date) : texts.clock.backOn(date)
  const days = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(change.inDays, 'day')
  const describe = change.minutes > 0 ? texts.clock.forward : texts.clock.back
  return describe(describeMinutes(change.minutes, texts), days, date)
}
