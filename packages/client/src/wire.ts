// Generated from the contract by `generate`; do not edit.

export type Availability = {
  state: 'available' | 'away'
  /** When the state changes next; null if it does not within eight days. Only with `weekly`. */
  until?: string | null | undefined
  /** Only if the person shows their hours. */
  weekly?: Array<WeeklyHours> | undefined
}

export type BulkDelete = {
  /** The user’s id: 1–255 characters, NFC, no control characters. White space and zero-width characters around it are ignored. */
  user_id: string
  delete: true
}

export type BulkRecord = BulkSet | BulkDelete

export type BulkResult = {
  /** Null if the id is not valid. */
  user_id: string | null
  /** `absent`: there was no record to delete. */
  status: 'saved' | 'deleted' | 'absent' | 'refused'
  /** Why it was refused. */
  code?: ProblemCode | undefined
  /** Why it was refused, in a sentence for people. */
  message?: string | undefined
}

export type BulkSet = {
  /** An IANA time zone name, links included, in any letter case. Offsets are rejected. */
  timezone: string
  /** The user’s id: 1–255 characters, NFC, no control characters. White space and zero-width characters around it are ignored. */
  user_id: string
  /** The user’s name, cut to 255 characters and cleaned. */
  username: string
  /** Who sees the record from now on. Without it, an existing record keeps its own, and a new one gets the service’s default. */
  visibility?: Visibility | undefined
}

export type Change = SetChange | DeleteChange

export type ChangesPage = {
  changes: Array<Change>
  /** Opaque: the `cursor` of the last response, or the `Changes-Cursor` header of `/list`. */
  cursor: string
  /** True if there are further changes now. */
  more: boolean
}

export type DeleteChange = {
  type: 'delete'
  user_id: string
  at: string
}

export type FieldError = {
  path: string
  message: string
}

export type FoundTimezone = {
  username: string
  timezone: string
  canonical: string
  /** RFC 3339, UTC; null for records older than this field. */
  updated_at: string | null
}

export type FoundZone = {
  /** The current name of the zone, to be saved. */
  timezone: string
  /** The place, in the language; different from every other in the response. */
  label: string
  /** Seconds east of UTC, now. */
  utc_offset_seconds: number
  /** RFC 3339, with the offset. */
  local_time: string
}

export type GivenHours = {
  days: Array<'mo' | 'tu' | 'we' | 'th' | 'fr' | 'sa' | 'su'>
  from: string
  /** On the next day if it is not after `from`: equal times are 24 hours. */
  to: string
}

export type Health = {
  /** `degraded`: Redis is down and the service works without it, or the disk of the database is full. */
  status: 'healthy' | 'degraded' | 'unhealthy'
  database: boolean
  /** Also true when no Redis is configured. */
  redis: boolean
  /** A write failed within the last minute because the disk of the database is full. */
  storage_full?: true | undefined
  timestamp: string
  /** The version of the service. */
  version: string
  /** The tz database release of the zone names and offsets. */
  tzdata: string
}

export type ListedTimezone = {
  username: string
  timezone: string
}

export type MatchingUser = {
  id: string
  username: string
  timezone: string
  canonical: string
}

export type Me = {
  user: SignedInUser
  /** The zone name as it was saved, in IANA’s spelling. */
  timezone: string | null
  visibility: Visibility | null
  availability: StoredAvailability | null
  /** Whether the person is an admin, who may manage the API keys and act as one. */
  admin: boolean
}

export type Problem = {
  type: string
  /** The name of the HTTP status. */
  title: string
  status: number
  code: ProblemCode
  /** What went wrong and what to do, in a sentence for people. */
  message: string
  /** Only under `/api`: `code` by the name that its plugins read. */
  error?: string | undefined
  /** Equal to the `X-Request-Id` header; also in the server’s log. */
  request_id: string
  /** One entry for each invalid field. */
  errors?: Array<FieldError> | undefined
  /** For `invalid_timezone`: the names that the text may mean, best first. */
  suggestions?: Array<string> | undefined
  /** For `precondition_failed`: the record as it is, null if there is none that the caller may see. Its `ETag` is a header. */
  current?: TimezoneRecord | null | undefined
}

export type ProblemCode = 'invalid_request' | 'invalid_timezone' | 'unauthenticated' | 'forbidden' | 'not_found' | 'no_such_route' | 'method_not_allowed' | 'cursor_expired' | 'precondition_failed' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limited' | 'internal' | 'unavailable' | 'storage_full'

export type RecordUser = {
  id: string
  username: string
}

export type SavedAvailability = {
  /** Hours in the record’s zone; an empty list means always away. */
  weekly: Array<WeeklyHours>
  /** `state`: others see only whether the person is available now. `hours`: the week as well. */
  show: 'state' | 'hours'
  message: 'Availability saved'
}

export type SavedTimezone = {
  user: RecordUser
  /** The zone name as it was saved, in IANA’s spelling. */
  timezone: string
  /** The current name of the same zone, from CLDR: Europe/Kyiv for Europe/Kiev. */
  canonical: string
  /** RFC 3339, UTC; null for records older than this field. */
  created_at: string | null
  /** RFC 3339, UTC; null for records older than this field. */
  updated_at: string | null
  message: 'Timezone saved'
}

export type SavedVisibility = {
  user: RecordUser
  /** The zone name as it was saved, in IANA’s spelling. */
  timezone: string
  /** The current name of the same zone, from CLDR: Europe/Kyiv for Europe/Kiev. */
  canonical: string
  /** RFC 3339, UTC; null for records older than this field. */
  created_at: string | null
  /** RFC 3339, UTC; null for records older than this field. */
  updated_at: string | null
  message: 'Visibility saved'
  visibility: Visibility
}

export type SetAvailability = {
  /** The user’s id: 1–255 characters, NFC, no control characters. White space and zero-width characters around it are ignored. */
  user_id?: string | undefined
  /** Hours in the record’s zone; an empty list means always away. */
  weekly: Array<GivenHours>
  /** `state`: others see only whether the person is available now. `hours`: the week as well. */
  show?: 'state' | 'hours' | undefined
}

export type SetChange = {
  type: 'set'
  user_id: string
  username: string
  timezone: string
  /** When the user is available, if they have set and show their hours. */
  availability?: ShownHours | undefined
  at: string
}

export type SetTimezone = {
  /** An IANA time zone name, links included, in any letter case. Offsets are rejected. */
  timezone: string
  /** The user’s id: 1–255 characters, NFC, no control characters. White space and zero-width characters around it are ignored. */
  user_id?: string | undefined
  /** The user’s name: 1–255 characters, at least one that shows. With an API key, control and direction characters are removed and the rest is put into NFC; in open mode such a name is refused. */
  username?: string | undefined
  /** Who sees the record from now on. Without it, an existing record keeps its own, and a new one gets the service’s default. */
  visibility?: Visibility | undefined
}

export type ShownHours = {
  /** Hours in the record’s zone; an empty list means always away. */
  weekly: Array<WeeklyHours>
}

export type SignedInUser = {
  /** The user id of their record. */
  id: string
  /** Their name at the provider, as of their last login. */
  username: string
  /** Where they signed in. */
  provider: string
  /** The hash of their picture at Discord, if any. */
  avatar: string | null
  /** The number at the end of older Discord names; `0` for newer ones. */
  discriminator: string | null
}

export type Stats = {
  total_users: number
  /** Equal to `total_users`, because each user has one record. */
  total_timezones: number
  unique_timezones: number
  /** Number of users by zone. */
  timezone_distribution: Record<string, number>
  top_timezones: Array<ZoneCount>
  /** Null if there are no records. */
  top_timezone: string | null
  /** Created since Monday 00:00 UTC. */
  recent_registrations: number
}

export type StoredAvailability = {
  /** Hours in the record’s zone; an empty list means always away. */
  weekly: Array<WeeklyHours>
  /** `state`: others see only whether the person is available now. `hours`: the week as well. */
  show: 'state' | 'hours'
}

export type TimeAnswer = {
  /** The moment that was asked for; absent without `at`. */
  at?: string | undefined
  /** Whether a clock change skips that wall time (then `at` is later, by as much as it skips) or repeats it (then `at` is the first); `exact` for any other. Absent without `at`. */
  resolution?: 'exact' | 'skipped' | 'repeated' | undefined
  users: Record<string, UserTime>
  missing: Array<string>
}

export type TimezoneList = Record<string, ListedTimezone>

export type TimezoneRecord = {
  user: RecordUser
  /** The zone name as it was saved, in IANA’s spelling. */
  timezone: string
  /** The current name of the same zone, from CLDR: Europe/Kyiv for Europe/Kiev. */
  canonical: string
  /** RFC 3339, UTC; null for records older than this field. */
  created_at: string | null
  /** RFC 3339, UTC; null for records older than this field. */
  updated_at: string | null
  /** When the user is available, if they have set and show their hours. */
  availability: ShownHours | null
}

export type Transition = {
  at: string
  /** Seconds east of UTC. */
  utc_offset_seconds: number
}

export type UserTime = {
  username: string
  timezone: string
  canonical: string
  /** Seconds east of UTC. */
  utc_offset_seconds: number
  /** Such as `CET`; a number where the zone has no letters. */
  abbreviation: string
  /** RFC 3339, with the offset. */
  local_time: string
  /** RFC 9557: the local time with the zone as saved. */
  zoned_time: string
  /** When the offset changes next, and to what; null if no change is known. */
  next_transition: Transition | null
  /** Null if the user has set none, and with `at` if they show only whether they are available now. */
  availability: Availability | null
}

/** `public`: everyone. `unlisted`: anyone who knows the id; not in lists, searches, statistics or the change feed. `private`: the person, API keys with the scope `admin`, and admins who act as such. */
export type Visibility = 'public' | 'unlisted' | 'private'

export type WeeklyHours = {
  days: Array<'mo' | 'tu' | 'we' | 'th' | 'fr' | 'sa' | 'su'>
  from: string
  /** On the next day if it is not after `from`: equal times are 24 hours. */
  to: string
}

export type ZoneCount = {
  timezone: string
  count: number
}

export type ZoneNames = Array<string>
