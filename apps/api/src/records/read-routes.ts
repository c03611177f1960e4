import { Readable } from 'node:stream'
import type { ZoneNames } from '@timezone-registry/zones/zone-names'
import type { Request } from 'express'
import type { ReadSource } from '../feed/replica/write-position.ts'
import { isCurrent } from '../http/conditional.ts'
import type { RouteHandlers } from '../http/endpoints.ts'
import { problem } from '../http/problem.ts'
import { memoised, streamed } from '../http/response.ts'
import type { Logger } from '../logger.ts'
import type { TimezoneRecord } from './record.ts'
import { createToBody } from './record-body.ts'
import type { RecordRegistry } from './record-registry.ts'
import type { RecordStats } from './record-stats.ts'
import type { VisibleRecords } from './visible-records.ts'

type ReadRoutes = RouteHandlers<
  'getTimezone' | 'lookupTimezones' | 'listTimezones' | 'getStats' | 'listZoneNames'
>

/** The state of all public records: `version` differs whenever they do, and the feed continues from `changesCursor`. */
export type FindListState = (
  source?: ReadSource,
) => Promise<{ version: string; changesCursor: string; source: ReadSource }>

type ReadRoutesOptions = {
  registry: Pick<RecordRegistry, 'streamAll'>
  visible: VisibleRecords
  stats: RecordStats
  zoneNames: ZoneNames
  findListState: FindListState
  /** The network that a request comes from, by which lists are counted. */
  callerOf: (req: Request) => string
  logger: Logger
}

/** The routes that read records. */
export function createReadRoutes(options: ReadRoutesOptions): ReadRoutes {
  const { registry, visible, stats, zoneNames, findListState, callerOf, logger } = options
  const toBody = createToBody({ zoneNames })
  const names = {}
  return {
    getTimezone: async ({ req, query: { id } }) => {
      const found = visible.find(req, id)
      const { record, answer } = found instanceof Promise ? await found : found
      if (record === undefined) return { status: 404, body: problem('not_found', 'User not found') }
      return {
        status: 200,
        body: answer === undefined ? toBody(record) : memoised(answer, () => toBody(record)),
      }
    },
    lookupTimezones: async ({ req, query: { ids } }) => {
      const found = (await visible.findMany(req, ids)).filter((record) => record !== undefined)
      const users = Object.fromEntries(found.map((record) => [record.userId, toFound(record, zoneNames)]))
      return { status: 200, body: { users, missing: ids.filter((id) => !Object.hasOwn(users, id)) } }
    },
    listTimezones: async ({ req, res }) => {
      const { version, changesCursor, source } = await findListState(req.readSource)
      const etag = `W/"${version}"`
      res.set({ ETag: etag, 'Changes-Cursor': changesCursor })
      if (isCurrent(req, etag)) return { status: 304, body: undefined }
      res.type('json')
      const body = req.method === 'HEAD' ? Readable.from([]) : await registry.streamAll(callerOf(req), source)
      return { status: 200, body: streamed(body, res, logger) }
    },
    getStats: async () => ({ status: 200, body: await stats.count() }),
    listZoneNames: async () => ({ status: 200, body: memoised(names, () => [...zoneNames.all]) }),
  }
}

function toFound({ username, timezone, updatedAt }: TimezoneRecord, zoneNames: ZoneNames) {
  return { username, timezone, canonical: zoneNames.canonicalOf(timezone), updated_at: updatedAt }
}
