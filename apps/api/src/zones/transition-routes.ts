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

type TransitionRoutesOptions = { zoneNames: Pick<ZoneNames, 'release' | 'all'>; now?: () => number }

type Clocks = { from: string; until: string; zones: Record<string, ZoneOffsets> }

/** The route that returns the offsets of every zone. Its response is built once a day. */
export function createTransitionRoutes({
  zoneNames,
  now = Date.now,
}: TransitionRoutesOptions): RouteHandlers<'listTransitions'> {
  let today: { day: number; clocks: Promise<Clocks>; response: ResponseMemo } | undefined

  return {
    listTransitions: async () => {
      const day = Math.floor(now() / DAY_MS)
      if (today?.day !== day) today = { day, clocks: loadClocks(zoneNames.all, day), response: {} }
      const { clocks, response } = today
      const { from, until, zones } = await clocks
      return {
        status: 200,
        body: memoised(response, () => ({ release: zoneNames.release, from, until, zones })),
      }
    },
  }
}

/** Lets other requests through between its zones. */
async function loadClocks(names: readonly string[], day: number): Promise<Clocks> {
  const from = new Date((day - DAYS_BEFORE) * DAY_MS)
  const until = new Date((day + DAYS_AFTER) * DAY_MS)
  const zones: Record<string, ZoneOffsets> = {}
  for (const [index, name] of names.entries()) {
    if (index % ZONES_PER_TURN === 0) await setImmediate()
    const offsets = findOffsets(name, { from, until })
    if (offsets !== undefined) zones[name] = offsets
  }
  return { from: from.toISOString(), until: until.toISOString(), zones }
}
