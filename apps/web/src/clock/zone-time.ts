import { renamedZones } from 'virtual:renamed-zones'
import { DAY_MINUTES, MINUTE_MS } from './span.ts'
import type { ServiceClocks } from './use-service-clocks.tsx'

/**
 * The offset of a zone at a moment, in minutes east of UTC; undefined if neither the service nor the browser knows it. The
 * service's clocks are preferred to the browser's.
 */
export function offsetMinutes(timezone: string, at: number, clocks?: ServiceClocks): number | undefined {
  const [known] = clocks?.findOffsets(timezone, { from: at, until: at }) ?? []
  return known?.minutes ?? browserOffsets(timezone)?.(at)
}

/** The time of day in a zone, in hours from 0 to 24; undefined as for {@link offsetMinutes}. */
export function hourIn(timezone: string, at: number, clocks?: ServiceClocks): number | undefined {
  const offset = offsetMinutes(timezone, at, clocks)
  return offset === undefined ? undefined : ((Math.floor(at / MINUTE_MS) + offset) % DAY_MINUTES) / 60
}

/** The offsets of a zone by moment as the browser has them; undefined if it does not know the zone. */
export function browserOffsets(timezone: string): ((at: number) => number) | undefined {
  try {
    const format = new Intl.DateTimeFormat('en', { timeZone: timezone, timeZoneName: 'longOffset' })
    // `6/15/2026, GMT+05:30`
    return (at) => {
      const [, sign, hours, minutes] = /([+-])(\d+):(\d+)/.exec(format.format(at)) ?? []
      return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0))
    }
  } catch {
    return undefined
  }
}

/** The browser's own zone, by its name today: browsers still report Europe/Kiev and Asia/Calcutta. UTC if unknown. */
export function browserZone(): string {
  return deviceZone() ?? 'UTC'
}

/**
 * The same; undefined if the browser does not know or tell it: those that resist fingerprinting say UTC, and Chromium says
 * `+00:00` for GMT. Offsets are not names of zones.
 */
export function deviceZone(): string | undefined {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  if (
    /^(?:(?:Etc[/])?(?:UTC|UCT|GMT[+-]?0?|Unknown|Zulu|Universal|Greenwich)|[+-].*|undefined)$/.test(timeZone)
  )
    return undefined
  return renamedZones[timeZone] ?? timeZone
}
