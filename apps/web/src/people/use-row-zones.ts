import { useMemo } from 'react'
import { useServiceClocks } from '../clock/use-service-clocks.tsx'
import { type ZoneClock, zoneClock } from '../clock/zone-clock.ts'
import type { Band, RowZone } from './person-row.tsx'
import { type Span, skyGradient, stretchesOf } from './sky-band.ts'

/** The clock and band of each zone over a span, each computed once for all people in it. */
export function useRowZones(timezones: readonly (string | undefined)[], { from, until }: Span) {
  const distinct = [...new Set(timezones)].filter((timezone) => timezone !== undefined)
  const joined = distinct.toSorted().join()
  const clocks = useServiceClocks()
  return useMemo(() => {
    const zones = new Map<string, RowZone>()
    for (const timezone of joined === '' ? [] : joined.split(',')) {
      const span = { from, until }
      const clock = zoneClock(timezone, span, clocks)
      if (clock !== undefined) zones.set(timezone, createRowZone(clock, span))
    }
    return zones
  }, [joined, from, until, clocks])
}

/** Computes the band when a row of the zone is drawn, since most rows may be out of sight. */
function createRowZone(clock: ZoneClock, span: Span): RowZone {
  let band: Band | undefined
  return {
    clock,
    band: () => {
      band ??= { sky: skyGradient(clock, span), stretches: stretchesOf(clock, span) }
      return band
    },
  }
}
