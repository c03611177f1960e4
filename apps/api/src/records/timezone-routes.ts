import { Readable } from 'node:stream'
import type { Audit } from '../access/audit.ts'
import { ownUserId, userIdToDelete, userToSet } from '../access/identity.ts'
import { InvalidTimezone } from '../errors.ts'
import { isCurrent } from '../http/conditional.ts'
import type { RouteHandlers } from '../http/endpoints.ts'
import { refusal } from '../http/problem.ts'
import { memoised } from '../http/send-json.ts'
import { streamed } from '../http/stream.ts'
import type { Logger } from '../logger.ts'
import type { ZoneName, ZoneNames } from '../zones/zone-names.ts'
import { createToBody } from './timezone-body.ts'
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

type TimezoneRoutesOptions = {
  registry: TimezoneRegistry
  stats: TimezoneStats
  zoneNames: ZoneNames
  /** The state of all records: `version` differs whenever they do, and the feed continues from `changesCursor`. */
  findListState: () => Promise<{ version: string; changesCursor: string }>
  audit: Audit
  logger: Logger
}

/** The routes that read and write records. */
export function createTimezoneRoutes(options: TimezoneRoutesOptions): TimezoneRoutes {
  const { registry, stats, zoneNames, findListState, audit, logger } = options
  const toBody = createToBody({ zoneNames })
  const names = {}
  return {
    setTimezone: async ({ req, body: { timezone, ...user } }) => {
      const action = { action: 'set', user_id: user.user_id ?? ownUserId(req.identity), timezone } as const
      const set = async () => registry.set(userToSet(req.identity, user), requireZone(zoneNames, timezone))
      const record = await audit.track(req, action, set, () => 'saved')
      return { status: 200, body: { message: 'Timezone saved', ...toBody(record) } }
    },
    deleteTimezone: async ({ req, query }) => {
      const action = { action: 'delete', user_id: query.user_id ?? ownUserId(req.identity) } as const
      const remove = async () => registry.remove(userIdToDelete(req.identity, query))
      const deleted = await audit.track(req, action, remove, (deleted) => (deleted ? 'deleted' : 'absent'))
      return { status: 200, body: { message: 'Timezone deleted', deleted } }
    },
    getTimezone: async ({ query: { id } }) => {
      const { record, answer } = registry.peek(id) ?? (await registry.findEntry(id))
      if (record === undefined) return { status: 404, body: refusal('not_found', 'User not found') }
      return { status: 200, body: memoised(answer, () => toBody(record)) }
    },
    lookupTimezones: async ({ query: { ids } }) => {
      const found = (await registry.findMany(ids)).filter((record) => record !== undefined)
      const users = Object.fromEntries(found.map((record) => [record.userId, toFound(record, zoneNames)]))
      return { status: 200, body: { users, missing: ids.filter((id) => !Object.hasOwn(users, id)) } }
    },
    listTimezones: async ({ req, res }) => {
      const { version, changesCursor } = await findListState()
      const etag = `W/"${version}"`
      res.set({ ETag: etag, 'Changes-Cursor': changesCursor })
      if (isCurrent(req, etag)) return { status: 304, body: undefined }
      res.type('json')
      const body = req.method === 'HEAD' ? Readable.from([]) : await registry.streamAll()
      return { status: 200, body: streamed(body, res, logger) }
    },
    getStats: async () => ({ status: 200, body: await stats.count() }),
    listZoneNames: async () => ({ status: 200, body: memoised(names, () => [...zoneNames.all]) }),
  }
}

function toFound({ username, timezone, updatedAt }: TimezoneRecord, zoneNames: ZoneNames) {
  const updated_at = updatedAt?.toISOString() ?? null
  return { username, timezone, canonical: zoneNames.canonicalOf(timezone), updated_at }
}

/** The zone of this name. Throws `InvalidTimezone`. */
export function requireZone(zoneNames: ZoneNames, text: string): ZoneName {
  const name = zoneNames.find(text)
  if (name !== undefined) return name
  const suggestions = zoneNames.suggest(text)
  const hint = suggestions.length > 0 ? ` Did you mean ${suggestions[0]}?` : ''
  throw new InvalidTimezone(
    `This is not an IANA time-zone name. Send a name such as Europe/Berlin; offsets and abbreviations are not accepted.${hint}`,
    { suggestions },
  )
}
