import type { ZoneNames } from '@timezone-registry/zones/zone-names'
import type { TimezoneRecord } from './record.ts'

/** Creates the contract's response body for one record. */
export function createToBody({ zoneNames }: { zoneNames: ZoneNames }) {
  return (record: TimezoneRecord) => ({
    user: { id: record.userId, username: record.username },
    timezone: record.timezone,
    canonical: zoneNames.canonicalOf(record.timezone),
    created_at: record.createdAt,
    updated_at: record.updatedAt,
  })
}
