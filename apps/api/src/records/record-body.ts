import { type Me, ownFields, type StoredRecord } from '@timezone-registry/contract'
import { parseAvailability, shownHours } from '@timezone-registry/zones/stored-availability'
import type { ZoneNames } from '@timezone-registry/zones/zone-names'
import type { ColumnName, TimezoneRecord } from './record.ts'

/** The contract's bodies for one record. */
export type Bodies = ReturnType<typeof createToBody>

/** Creates the contract's bodies for one record: as the writes of it return it, and as it is read. */
export function createToBody({ zoneNames }: { zoneNames: ZoneNames }) {
  const toSaved = (record: TimezoneRecord) => ({
    user: { id: record.userId, username: record.username },
    timezone: record.timezone,
    canonical: zoneNames.canonicalOf(record.timezone),
    created_at: record.createdAt,
    updated_at: record.updatedAt,
  })
  const toBody = (record: TimezoneRecord) => ({
    ...toSaved(record),
    availability: shownHours(record.availability),
  })
  return { toSaved, toBody }
}

/** Everything that is stored of a record, each column by its name. */
export function toStored(record: TimezoneRecord): StoredRecord & Record<ColumnName, unknown> {
  return {
    user_id: record.userId,
    username: record.username,
    timezone: record.timezone,
    created_at: record.createdAt,
    updated_at: record.updatedAt,
    visibility: record.visibility,
    availability: parseAvailability(record.availability),
  }
}

/** What a person reads of their own record; all null without one. */
export function toOwn(record: TimezoneRecord | undefined): Omit<Me, 'user' | 'admin'> {
  const stored: Partial<StoredRecord> = record === undefined ? {} : toStored(record)
  const names = Object.keys(ownFields) as (keyof typeof ownFields)[]
  return Object.fromEntries(names.map((name) => [name, stored[name] ?? null])) as Omit<Me, 'user' | 'admin'>
}
