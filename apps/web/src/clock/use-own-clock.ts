import { useTimes } from '../texts/use-text.tsx'
import { MINUTE_MS } from './units.ts'
import { useServiceClocks } from './use-service-clocks.tsx'
import { browserZone, offsetMinutes } from './zone-time.ts'

/** Writes instants, as the service sends them, on the reader's own clock. `options` must be a constant. */
export function useOwnClock(options: Intl.DateTimeFormatOptions): (instant: string) => string {
  const times = useTimes()
  const clocks = useServiceClocks()
  const zone = browserZone()
  return (instant) => {
    const at = Date.parse(instant)
    return times.date(at + (offsetMinutes(zone, at, clocks) ?? 0) * MINUTE_MS, options)
  }
}
