import { useMemo } from 'react'
import { useLocale } from '../texts/use-text.tsx'
import { useServiceClocks } from './use-service-clocks.tsx'
import { browserZone, offsetMinutes } from './zone-time.ts'

/** Writes instants, as the service sends them, on the reader's own clock. `options` must be a constant. */
export function useOwnClock(options: Intl.DateTimeFormatOptions): (instant: string) => string {
  const locale = useLocale()
  const clocks = useServiceClocks()
  return useMemo(() => {
    const zone = browserZone()
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
    return (instant) => {
      const at = Temporal.Instant.from(instant)
      return format.format(at.epochMilliseconds + (offsetMinutes(zone, at, clocks) ?? 0) * 60_000)
    }
  }, [locale, clocks, options])
}
