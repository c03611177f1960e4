import { createContext, type ReactNode, use, useMemo } from 'react'
import { api } from '../api.ts'
import { queryKeys } from '../query-keys.ts'
import { retryUnlessAnswered } from '../ui/failure.tsx'

const STALE_MS = 6 * 3_600_000

const ServiceClocksContext = createContext<ServiceClocks | undefined>(undefined)

/** Asks the service for the clocks of all zones, once for the whole page. Offline, its last answer is used. */
export function ServiceClocksProvider({ children }: { children: ReactNode }) {
  const { data } = api.listTransitions.useQuery({
    queryKey: queryKeys.transitions,
    staleTime: STALE_MS,
    retry: retryUnlessAnswered,
  })
  const clocks = useMemo(() => data && createServiceClocks(data.body), [data])
  return <ServiceClocksContext value={clocks}>{children}</ServiceClocksContext>
}

/** The service's clocks; undefined until they have arrived, while the browser's are used. */
export function useServiceClocks(): ServiceClocks | undefined {
  return use(ServiceClocksContext)
}

/** An offset in minutes east of UTC, from a moment in milliseconds since 1970 until the next one. */
export type Offset = { from: number; minutes: number }

/** The zones' clocks according to the service, whose zone data may be newer than the browser's. */
export type ServiceClocks = {
  /** The last moment that they cover, in milliseconds since 1970. */
  readonly until: number
  /** A zone's offsets over a period, the first one from its start; undefined where the service has none. */
  findOffsets(timezone: string, span: { from: number; until: number }): Offset[] | undefined
}

type Answer = {
  from: string
  until: string
  zones: Record<
    string,
    { utc_offset_seconds: number; transitions: { at: string; utc_offset_seconds: number }[] }
  >
}

/** Reads the answer of `/transitions`, parsing each zone on first use. */
export function createServiceClocks({ zones, ...answer }: Answer): ServiceClocks {
  const [start, end] = [Date.parse(answer.from), Date.parse(answer.until)]
  const known = new Map<string, Offset[]>()

  function read(timezone: string): Offset[] | undefined {
    const zone = Object.hasOwn(zones, timezone) ? zones[timezone] : undefined
    if (zone === undefined) return undefined
    const offsets = known.get(timezone) ?? [
      { from: start, minutes: zone.utc_offset_seconds / 60 },
      ...zone.transitions.map(({ at, utc_offset_seconds }) => ({
        from: Date.parse(at),
        minutes: utc_offset_seconds / 60,
      })),
    ]
    known.set(timezone, offsets)
    return offsets
  }

  return {
    until: end,
    findOffsets: (timezone, { from, until }) => {
      const offsets = from >= start && until <= end ? read(timezone) : undefined
      if (offsets === undefined) return undefined
      const first = offsets.findLastIndex((offset) => offset.from <= from)
      return offsets
        .slice(first)
        .filter((offset, index) => index === 0 || offset.from < until)
        .map((offset) => ({ ...offset, from: Math.max(offset.from, from) }))
    },
  }
}
