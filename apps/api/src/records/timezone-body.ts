import type { ZoneNames } from '../zones/zone-names.ts'
import type { TimezoneRecord } from './timezone-store.ts'

/** Makes the body about one record that the contract promises. */
export function createToBody({ zoneNames }: { zoneNames: ZoneNames }) {
  return (record: TimezoneRecord) => ({
    user: { id: record.userId, username: record.username },
    timezone: record.timezone,
    canonical: zoneNames.canonicalOf(record.timezone),
    created_at: record.createdAt?.toISOString() ?? null,
    updated_at: record.updatedAt?.toISOString() ?? null,
  })
}
