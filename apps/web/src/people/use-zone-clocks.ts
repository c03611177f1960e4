import { useMemo } from 'react'
import { withLead } from '../clock/days.ts'
import type { Span } from '../clock/span.ts'
import { useServiceClocks } from '../clock/use-service-clocks.tsx'
import { type ZoneClock, zoneClock } from '../clock/zone-clock.ts'

/** The clock of each zone over a span, and what days in it need before it, each computed once for all people in it. */
export function useZoneClocks(timezones: readonly (string | undefined)[], { from, until }: Span) {
  const distinct = [...new Set(timezones)].filter((timezone) => timezone !== undefined)
  const joined = distinct.toSorted().join()
  const service = useServiceClocks()
  return useMemo(() => {
    const clocks = new Map<string, ZoneClock>()
    for (const timezone of joined === '' ? [] : joined.split(',')) {
      const clock = zoneClock(timezone, withLead({ from, until }), service)
      if (clock !== undefined) clocks.set(timezone, clock)
    }
    return clocks
  }, [joined, from, until, service])
}
