import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { Audit } from '../access/audit.ts'
import { userIdToDelete } from '../access/identity.ts'
import { NotFound } from '../errors.ts'
import type { RouteHandlers } from '../http/endpoints.ts'
import { streamed } from '../http/stream.ts'
import type { Logger } from '../logger.ts'
import type { ZoneNames } from '../zones/zone-names.ts'
import type { SetTimezone } from './set-timezone.ts'
import type { ToBody } from './timezone-body.ts'
import type { TimezoneRegistry } from './timezone-registry.ts'
import type { TimezoneStats } from './timezone-stats.ts'
import type { TimezoneRecord } from './timezone-store.ts'

type TimezoneRoutes = RouteHandlers<
  | 'setTimezone'
  | 'deleteTimezone'
  | 'getTimezone'
  | 'lookupTimezones'
  | 'listTimezones'
  | 'getStats'
  | 'listZoneNames'
>

/** The state of all records: differs whenever they do, and where the change log goes on from it. */
type FindListState = () => Promise<{ version: string; changesCursor: string }>

// May be kept, and must be asked for again each time: the ETag makes that cheap.
const REVALIDATE = 'no-cache'

/** The routes that read and write records. */
export function createTimezoneRoutes({
  registry,
  stats,
  zoneNames,
  toBody,
  setTimezone,
  findTimezone,
  findListState,
  audit,
  logger,
}: {
  registry: TimezoneRegistry
  stats: TimezoneStats
  zoneNames: ZoneNames
  toBody: ToBody
  setTimezone: SetTimezone
  findTimezone: (req: IncomingMessage, userId: string) => Promise<TimezoneRecord | undefined>
  findListState: FindListState
  audit: Audit
  logger: Logger
}): TimezoneRoutes {
  return {
    setTimezone: async ({ req, body }) => ({ status: 200, body: await setTimezone(req, body) }),
    deleteTimezone: async ({ req, query }) => {
      const userId = userIdToDelete(req.identity, query)
      const deleted = await registry.remove(userId)
      audit(req, 'delete', { user_id: userId, deleted })
      return { status: 200, body: { message: 'Timezone deleted', deleted } }
    },
    getTimezone: async ({ req, query, res }) => {
      res.set('Cache-Control', REVALIDATE)
      const record = await findTimezone(req, query.id)
      if (record === undefined) throw new NotFound('User not found')
      return { status: 200, body: toBody(record) }
    },
    lookupTimezones: async ({ query: { ids }, res }) => {
      res.set('Cache-Control', REVALIDATE)
      const found = (await registry.findMany(ids)).filter((record) => record !== undefined)
      const users = Object.fromEntries(found.map((record) => [record.userId, toFound(record)]))
      return { status: 200, body: { users, missing: ids.filter((id) => !Object.hasOwn(users, id)) } }
    },
    listTimezones: async ({ req, res }) => {
      const { version, changesCursor } = await findListState()
      res.set({ ETag: `W/"${version}"`, 'Cache-Control': REVALIDATE, 'Changes-Cursor': changesCursor })
      if (req.fresh) return { status: 304, body: undefined }
      const body = req.method === 'HEAD' ? Readable.from([]) : await registry.streamAll()
      res.type('json')
      return { status: 200, body: streamed(body, res, logger) }
    },
    getStats: async ({ res }) => {
      res.set('Cache-Control', REVALIDATE)
      return { status: 200, body: await stats.count() }
    },
    listZoneNames: async ({ res }) => {
      res.set('Cache-Control', 'public, max-age=86400')
      return { status: 200, body: [...zoneNames.all] }
    },
  }

  function toFound({ username, timezone, updatedAt }: TimezoneRecord) {
    const updated_at = updatedAt?.toISOString() ?? null
    return { username, timezone, canonical: zoneNames.canonicalOf(timezone), updated_at }
  }
}
