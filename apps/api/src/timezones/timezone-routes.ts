import { ApiError } from '../errors.ts'
import { requireFields } from '../http/authenticate.ts'
import type { RouteHandlers } from '../http/endpoints.ts'
import type { TimezoneRegistry } from './timezone-registry.ts'
import type { TimezoneRecord } from './timezone-store.ts'
import type { ZoneName, ZoneNames } from './zone-names.ts'

type TimezoneRoutes = RouteHandlers<'setTimezone' | 'deleteTimezone' | 'getTimezone' | 'listZoneNames'>

/** The routes that read and write records. */
export function createTimezoneRoutes({
  registry,
  zoneNames,
}: {
  registry: TimezoneRegistry
  zoneNames: ZoneNames
}): TimezoneRoutes {
  return {
    setTimezone: async ({ body }) => {
      const { user_id, username } = requireFields(body, 'user_id', 'username')
      const record = await registry.set({ id: user_id, username }, requireZone(body.timezone))
      return { status: 200, body: { message: 'Timezone saved', ...toBody(record) } }
    },
    deleteTimezone: async ({ query }) => {
      const { user_id } = requireFields(query, 'user_id')
      return { status: 200, body: { message: 'Timezone deleted', deleted: await registry.remove(user_id) } }
    },
    getTimezone: async ({ query }) => {
      const record = await registry.find(query.id)
      if (record === undefined) throw new ApiError('not_found', 'User not found')
      return { status: 200, body: toBody(record) }
    },
    listZoneNames: async ({ res }) => {
      res.set('Cache-Control', 'public, max-age=86400')
      return { status: 200, body: [...zoneNames.all] }
    },
  }

  function requireZone(text: string): ZoneName {
    const name = zoneNames.find(text)
    if (name !== undefined) return name
    const suggestions = zoneNames.suggest(text)
    const hint = suggestions.length > 0 ? ` Did you mean ${suggestions[0]}?` : ''
    throw new ApiError(
      'invalid_timezone',
      `This is not an IANA time-zone name. Send a name such as Europe/Berlin; offsets and abbreviations are not accepted.${hint}`,
      { errors: [{ path: 'timezone', message: 'must be an IANA time-zone name' }], suggestions },
    )
  }

  function toBody(record: TimezoneRecord) {
    return {
      user: { id: record.userId, username: record.username },
      timezone: record.timezone,
      canonical: zoneNames.canonicalOf(record.timezone),
      created_at: record.createdAt?.toISOString() ?? null,
      updated_at: record.updatedAt?.toISOString() ?? null,
    }
  }
}
