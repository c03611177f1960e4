import type { SetFields } from '@timezone-registry/contract'
import type { recordColumns, timezones } from '@timezone-registry/db/record-tables'
import type { ZoneName } from '@timezone-registry/zones/zone-names'

export type TimezoneRecord = Omit<typeof timezones.$inferSelect, 'ord' | 'position'>

/** The name of a record's column, such as `user_id`. */
export type ColumnName = (typeof recordColumns)[keyof TimezoneRecord]['_']['name']

/** A record with its place in the feed, which is zero if it is not public. */
export type PlacedRecord = typeof timezones.$inferSelect

export type Visibility = TimezoneRecord['visibility']

export type User = {
  id: string
  username: string
  /** The stored hash of the session that sets the record; if it no longer exists, no record is created. */
  session?: string
}

/** A new value for a user's record. */
export type NewTimezone = {
  user: User
  timezone: ZoneName
  /** A private record stays private, because who sets it may not see it. */
  keepsPrivate?: boolean
} & SetFields

/** If anything but `expected` is stored, nothing is written; undefined for whatever is there. */
export type ExpectingTimezone = NewTimezone & { expected?: PlacedRecord | 'nothing' | undefined }

/** A column without a value stays as it is. */
type NewValues = {
  [Name in Exclude<keyof TimezoneRecord, 'userId' | 'createdAt' | 'updatedAt'>]?:
    | TimezoneRecord[Name]
    | undefined
}

/** What to do, given the current record: write new values, remove the record, keep it, or refuse (undefined). */
export type Decide = (current: TimezoneRecord | undefined) => NewValues | 'removal' | 'keep' | undefined

/** `record` is the one that was written or removed; if nothing was, the current one. */
export type Decided = { isRefused: boolean; record: TimezoneRecord | undefined }
