import { setImmediate } from 'node:timers/promises'
import type { ZoneNames } from '@timezone-registry/zones/zone-names'
import { findOffsets, type ZoneOffsets } from '@timezone-registry/zones/zone-times'
import type { RouteHandlers } from '../http/endpoints.ts'
import { memoised, type ResponseMemo } from '../http/response.ts'

const DAY_MS = 86_400_000
const DAYS_BEFORE = 1
const DAYS_AFTER = 401
// Reading a zone for the first time takes about half a millisecond.
const ZONES_PER_TURN = 20

type Zones = Pick<ZoneNames, 'release' | 'all'>
type TransitionRoutesOptions = { zoneNames: Zones; now?: () => number }

type Clocks = { release: string; from: string; until: string; zones: Record<string, ZoneOffsets> }
type Today = { day: number; clocks: Promise<Clocks>; response: ResponseMemo }

/** The route that returns the offsets of every zone. Its response is built once a day. */
export function createTransitionRoutes({
  zoneNames,
  now = Date.now,
}: TransitionRoutesOptions): RouteHandlers<'listTransitions'> {
  let today: Today | undefined

  return {
    listTransitions: async () => {
      const day = Math.floor(now() / DAY_MS)
      if (today?.day !== day) today = { day, clocks: loadClocks(zoneNames, day), response: {} }
      const { clocks, response } = today
      const body = await clocks
      return { status: 200, body: memoised(response, () => body) }
    },
  }
}

/** Lets other requests through between its zones. */
async function loadClocks({ all, release }: Zones, day: number): Promise<Clocks> {
  const from = new Date((day - DAYS_BEFORE) * DAY_MS)
  const until = new Date((day + DAYS_AFTER) * DAY_MS)
  const zones: Record<string, ZoneOffsets> = {}
  for (const [index, name] of all.entries()) {
    if (index % ZONES_PER_TURN === 0) await setImmediate()
    const offsets = findOffsets(name, { from, until })
    if (offsets !== undefined) zones[name] = offsets
  }
  return { release, from: from.toISOString(), until: until.toISOString(), zones }
}
