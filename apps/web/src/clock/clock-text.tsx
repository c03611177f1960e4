import { useTimes } from '../texts/use-text.tsx'
import { MINUTE_MS } from './span.ts'
import { useMinute } from './use-now.ts'
import { useServiceClocks } from './use-service-clocks.tsx'
import { browserZone, offsetMinutes } from './zone-time.ts'

const WEEKDAY = { weekday: 'short' } as const
const DATE_AND_TIME = { dateStyle: 'medium', timeStyle: 'short' } as const

type ClockTextProps = { timezone: string; withDay?: boolean; className?: string }

/** The time now in a zone, in the reader's format; empty if neither the service nor the browser knows the zone. */
export function ClockText({ timezone, withDay = false, className = '' }: ClockTextProps) {
  const times = useTimes()
  const now = useMinute()
  const offset = useOffset(timezone)
  if (offset === undefined) return null
  const local = now + offset * MINUTE_MS
  return (
    <time translate="no" dateTime={new Date(now).toISOString()} className={`tabular-nums ${className}`}>
      {withDay ? `${times.date(local, WEEKDAY)} ${times.time(local)}` : times.time(local)}
    </time>
  )
}

/** The offset of a zone now, in minutes east of UTC; undefined if neither the service nor the browser knows it. */
export function useOffset(timezone: string | undefined): number | undefined {
  return offsetMinutes(timezone ?? '', useMinute(), useServiceClocks())
}

/** Writes instants, as the service sends them, on the reader's own clock. `options` must be a constant. */
export function useOwnClock(
  options: Intl.DateTimeFormatOptions = DATE_AND_TIME,
): (instant: string) => string {
  const times = useTimes()
  const clocks = useServiceClocks()
  const zone = browserZone()
  return (instant) => {
    const at = Date.parse(instant)
    return times.date(at + (offsetMinutes(zone, at, clocks) ?? 0) * MINUTE_MS, options)
  }
}
