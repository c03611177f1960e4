import { FOUND_ZONES } from '@timezone-registry/contract'
import { createFindZones } from '@timezone-registry/zones/find-zones'
import { LANGUAGE_TAGS, type LanguageTag } from '@timezone-registry/zones/place-of'
import type { RouteHandlers } from '../http/endpoints.ts'

const REGION = /^[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2})(?:-|$)/i

/** The route that finds zones by what people call them. */
export function createZoneRoutes(options: {
  zoneNames: Parameters<typeof createFindZones>[0]
}): RouteHandlers<'findZones'> {
  const { find } = createFindZones(options.zoneNames)

  return {
    findZones: async ({ req, query: { query, language, limit = FOUND_ZONES } }) => {
      const preferred = req.acceptsLanguages()
      const zones = find(query, {
        language: language ?? firstOf(preferred, languageOf) ?? 'en',
        region: firstOf(preferred, regionOf),
        limit,
      })
      return { status: 200, body: { zones } }
    },
  }
}

function firstOf<Found>(
  tags: readonly string[],
  find: (tag: string) => Found | undefined,
): Found | undefined {
  for (const tag of tags) {
    const found = find(tag)
    if (found !== undefined) return found
  }
  return undefined
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
