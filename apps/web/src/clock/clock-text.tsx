import { useTimes } from '../texts/use-text.tsx'
import { useMinute } from './use-now.ts'
import { useServiceClocks } from './use-service-clocks.tsx'
import { inZone } from './zone-time.ts'

const WEEKDAY = { weekday: 'short' } as const

type ClockTextProps = { timezone: string; withDay?: boolean; className?: string }

/** The time now in a zone, in the reader's format; empty if neither the service nor the browser knows the zone. */
export function ClockText({ timezone, withDay = false, className = '' }: ClockTextProps) {
  const times = useTimes()
  const now = useMinute()
  const there = inZone(timezone, now, useServiceClocks())
  if (there === undefined) return null
  const local = now.epochMilliseconds + there.offsetNanoseconds / 1_000_000
  return (
    <time
      translate="no"
      dateTime={there.toString({ timeZoneName: 'never' })}
      className={`tabular-nums ${className}`}
    >
      {withDay ? `${times.date(local, WEEKDAY)} ${times.time(local)}` : times.time(local)}
    </time>
  )
}
