import { setImmediate } from 'node:timers/promises'
import { FOUND_ZONES } from '@timezone-registry/contract'
import { createFindZones } from '@timezone-registry/zones/find-zones'
import { LANGUAGE_TAGS, type LanguageTag } from '@timezone-registry/zones/place-of'
import type { ZoneNames } from '@timezone-registry/zones/zone-names'
import { findOffsets, type ZoneOffsets } from '@timezone-registry/zones/zone-times'
import type { RouteHandlers } from '../http/endpoints.ts'
import { memoised, type ResponseMemo } from '../http/response.ts'

const REGION = /^[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2})(?:-|$)/i

const DAY_MS = 86_400_000
const DAYS_BEFORE = 1
const DAYS_AFTER = 401
// Reading a zone for the first time takes about half a millisecond.
const ZONES_PER_TURN = 20

type ZoneRoutes = RouteHandlers<'listZoneNames' | 'findZones' | 'listTransitions'>
type Clocks = { release: string; from: string; until: string; zones: Record<string, ZoneOffsets> }

/** The routes about time zones. The response of `/transitions` is built once a day. */
export function createZoneRoutes({ zoneNames }: { zoneNames: ZoneNames }): ZoneRoutes {
  const { find } = createFindZones(zoneNames)
  const names: ResponseMemo = {}
  let today: { day: number; clocks: Promise<Clocks>; response: ResponseMemo } | undefined

  return {
    listZoneNames: async () => ({ status: 200, body: memoised(names, () => [...zoneNames.all]) }),
    findZones: async ({ req, query: { query, language, limit = FOUND_ZONES } }) => {
      const preferred = req.acceptsLanguages()
      const zones = find(query, {
        language: language ?? preferred.map(languageOf).find((known) => known !== undefined) ?? 'en',
        region: preferred.map(regionOf).find((region) => region !== undefined),
        limit,
      })
      return { status: 200, body: { zones } }
    },
    listTransitions: async () => {
      const day = Math.floor(Date.now() / DAY_MS)
      if (today?.day !== day) today = { day, clocks: loadClocks(zoneNames, day), response: {} }
      const { clocks, response } = today
      const body = await clocks
      return { status: 200, body: memoised(response, () => body) }
    },
  }
}

/** `pt-BR` for every Portuguese. */
function languageOf(tag: string): LanguageTag | undefined {
  const [language = ''] = tag.toLowerCase().split('-')
  return LANGUAGE_TAGS.find((known) => known.slice(0, 2) === language)
}

/** The country in a tag such as `en-GB`. */
function regionOf(tag: string): string | undefined {
  return REGION.exec(tag)?.[1]?.toUpperCase()
}

/** Lets other requests through between its zones. */
async function loadClocks({ all, release }: ZoneNames, day: number): Promise<Clocks> {
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
