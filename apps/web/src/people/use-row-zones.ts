import { useMemo } from 'react'
import { useServiceClocks } from '../clock/use-service-clocks.tsx'
import { zoneClock } from '../clock/zone-clock.ts'
import type { RowZone } from './person-row.tsx'
import { type Span, skyGradient, stretchesOf } from './sky-band.ts'

/** The clock, sky and states of each zone over a span, computed once for all people in it. */
export function useRowZones(timezones: readonly (string | undefined)[], { from, until }: Span) {
  const distinct = [...new Set(timezones)].filter((timezone) => timezone !== undefined)
  const joined = distinct.toSorted().join()
  const clocks = useServiceClocks()
  return useMemo(() => {
    const zones = new Map<string, RowZone>()
    for (const timezone of joined === '' ? [] : joined.split(',')) {
      const span = { from, until }
      const clock = zoneClock(timezone, span, clocks)
      if (clock !== undefined)
        zones.set(timezone, { clock, sky: skyGradient(clock, span), stretches: stretchesOf(clock, span) })
    }
    return zones
  }, [joined, from, until, clocks])
}
