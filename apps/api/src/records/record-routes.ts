import type { ZoneNames } from '@timezone-registry/zones/zone-names'
import type { FindZoneTime } from '@timezone-registry/zones/zone-times'
import type { Audit } from '../access/audit.ts'
import type { RouteHandlers } from '../http/endpoints.ts'
import type { Logger } from '../logger.ts'
import { createBulkRoutes } from './bulk-routes.ts'
import { createReadRoutes } from './read-routes.ts'
import type { Records } from './records.ts'
import { createSearchRoutes } from './search-routes.ts'
import { createTimeRoutes } from './time-routes.ts'
import type { CanSee } from './visibility.ts'
import type { VisibleRecords } from './visible-records.ts'
import { createWriteRoutes } from './write-routes.ts'

type RecordRoutesOptions = Records & {
  visible: VisibleRecords
  zoneNames: ZoneNames
  findZoneTime: FindZoneTime
  audit: Audit
  canSee: CanSee
  health: { reportFailure(error: unknown): void }
  logger: Logger
}

/** Every route that reads or writes records. */
export function createRecordRoutes(options: RecordRoutesOptions) {
  const writeRoutes = createWriteRoutes(options)
  return {
    ...createReadRoutes(options),
    ...createTimeRoutes(options),
    ...createSearchRoutes(options),
    ...createBulkRoutes(options),
    ...writeRoutes,
    deleteTimezoneByPost: asPost(writeRoutes.deleteTimezone),
  }
}

/** The same handler for a route with another method, which is part of ts-rest's request type. */
function asPost(handler: RouteHandlers<'deleteTimezone'>['deleteTimezone']) {
  return handler as unknown as RouteHandlers<'deleteTimezoneByPost'>['deleteTimezoneByPost']
}
