import { useMemo } from 'react'
import { useLocale } from '../texts/use-text.tsx'
import { useMinute } from './use-now.ts'
import { useServiceClocks } from './use-service-clocks.tsx'
import { createTimeFormatter, inZone } from './zone-time.ts'

type ClockTextProps = { timezone: string; withDay?: boolean; className?: string }

/** The time now in a zone, in the reader's format; empty if neither the service nor the browser knows the zone. */
export function ClockText({ timezone, withDay = false, className = '' }: ClockTextProps) {
  const locale = useLocale()
  const now = useMinute()
  const there = inZone(timezone, now, useServiceClocks())
  const format = useMemo(() => createTimeFormatter(locale), [locale])
  if (there === undefined) return null
  const day = withDay ? `${there.toPlainDate().toLocaleString(locale, { weekday: 'short' })} ` : ''
  const time = format(now, there.offsetNanoseconds / 60_000_000_000)
  return (
    <time
      translate="no"
      dateTime={there.toString({ timeZoneName: 'never' })}
      className={`tabular-nums ${className}`}
    >
      {day + time}
    </time>
  )
}
