import { Readable } from 'node:stream'
import type { ZoneNames } from '@timezone-registry/zones/zone-names'
import { formatCursor } from '../feed/cursor.ts'
import type { RouteHandlers } from '../http/endpoints.ts'
import { acceptGzip, isCurrent } from '../http/negotiation.ts'
import { memoised, problem, streamed } from '../http/response.ts'
import type { Logger } from '../logger.ts'
import type { TimezoneRecord } from './record.ts'
import { createToBody } from './record-body.ts'
import type { RecordList } from './record-list.ts'
import type { RecordStats } from './record-stats.ts'
import { seesEveryRecord, type VisibleRecords } from './visibility.ts'

type ReadRoutes = RouteHandlers<'getTimezone' | 'lookupTimezones' | 'listTimezones' | 'getStats'>

type ReadRoutesOptions = {
  visible: VisibleRecords
  stats: RecordStats
  zoneNames: ZoneNames
  findList: RecordList['find']
  logger: Logger
}

/** The routes that read records. */
export function createReadRoutes(options: ReadRoutesOptions): ReadRoutes {
  const { visible, stats, zoneNames, findList, logger } = options
  const { toBody } = createToBody({ zoneNames })
  return {
    getTimezone: async ({ req, query: { id } }) => {
      const { record, answer } = await visible.find(req, id)
      if (record === undefined) return { status: 404, body: problem('not_found', 'User not found') }
      // In a header, so that the body and its ETag are the same for every caller.
      if (seesEveryRecord(req.call.identity)) req.call.headers['Registry-Visibility'] = record.visibility
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
      const { etag, end, open, expand } = await findList()
      const read = acceptGzip(req, res) ? open : expand
      res.set('Changes-Cursor', formatCursor(end))
      if (etag !== undefined) res.set('ETag', etag)
      if (etag !== undefined && isCurrent(req, etag)) return { status: 304, body: undefined }
      const body = req.method === 'HEAD' ? Readable.from([]) : read()
      res.type('json')
      return { status: 200, body: streamed(body, res, logger) }
    },
    getStats: async () => ({ status: 200, body: await stats.count() }),
  }
}

function toFound({ username, timezone, updatedAt }: TimezoneRecord, zoneNames: ZoneNames) {
  return { username, timezone, canonical: zoneNames.canonicalOf(timezone), updated_at: updatedAt }
}
