import { useMemo } from 'react'
import { useNow } from '../clock/use-now.ts'
import { useServiceClocks } from '../clock/use-service-clocks.tsx'
import { createTimeFormatter, inZone } from '../clock/zone-time.ts'
import { useLocale } from '../texts/use-texts.tsx'

/** The time in a zone that `inZone` knows, as large as the page allows. */
export function BigClock({ zone }: { zone: string }) {
  const locale = useLocale()
  const now = useNow()
  const format = useMemo(() => createTimeFormatter(locale), [locale])
  const there = inZone(zone, now, useServiceClocks())
  if (there === undefined) return null
  return (
    <time className="hero-clock tabular-nums" dateTime={there.toString({ timeZoneName: 'never' })}>
      {format(now, there.offsetNanoseconds / 60_000_000_000)}
    </time>
  )
}
