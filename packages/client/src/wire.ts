// Generated from the contract by `generate`; do not edit.

export type BulkAnswer = {
  results: Array<BulkResult>
}

export type BulkDelete = {
  /** The user’s id: 1–255 characters, NFC, no control characters. */
  user_id: string
  delete: true
}

export type BulkRecord = BulkSet | BulkDelete

export type BulkRequest = {
  records: Array<BulkRecord>
}

export type BulkResult = {
  /** Null when the id is not valid. */
  user_id: string | null
  /** `absent`: there was no record to delete. */
  status: 'saved' | 'deleted' | 'absent' | 'refused'
  /** Why it was refused. */
  code?: ProblemCode | undefined
  /** Why it was refused, in a sentence for people. */
  message?: string | undefined
}

export type BulkSet = {
  /** The user’s id: 1–255 characters, NFC, no control characters. */
  user_id: string
  /** The user’s name, cut to 255 characters and cleaned. */
  username: string
  /** An IANA time-zone name, links included, in any letter case. Offsets are rejected. */
  timezone: string
  /** Who sees the record from now on. Without it, an existing record keeps its own, and a new one gets the service’s default. */
  visibility?: Visibility | undefined
}

export type Change = SetChange | DeleteChange

export type ChangesPage = {
  changes: Array<Change>
  /** Opaque: the `cursor` of the last response, or the `Changes-Cursor` header of `/list`. */
  cursor: string
  /** True when there are further changes now. */
  more: boolean
}

export type CreatedKey = {
  /** Names the key in `/keys/{id}`. */
  id: number
  name: string
  scopes: Array<KeyScope>
  /** The secret. It is not shown again. */
  key: string
}

export type DeleteChange = {
  type: 'delete'
  user_id: string
  at: string
}

export type DeletedPluginUser = {
  /** False when there was no record. */
  deleted: boolean
}

export type DeletedTimezone = {
  message: 'Timezone deleted'
  /** False when there was no record. */
  deleted: boolean
}

export type DeletionPolicy = {
  /** How long the user id and the time of a deletion are kept for mirrors. */
  reported_for_days: number
}

export type EndedSession = {
  message: 'Session ended'
  /** True if the caller is signed out now. */
  current: boolean
}

export type Erased = {
  message: 'Your data was erased'
  /** Whether there was a record. */
  record: boolean
  /** How many sessions were erased, including this one. */
  sessions: number
}

export type ExportedRecord = {
  user: RecordUser
  timezone: string
  visibility: Visibility
  /** Null for records older than this field. */
  created_at: string | null
  updated_at: string | null
}

export type ExportedSession = {
  /** Names the session in `/me/sessions/{id}`. It cannot be used to sign in. */
  id: string
  /** The browser and system at login, in English; null if they are not known. */
  device: string | null
  /** Where the person signed in. */
  provider: string
  /** When they signed in. */
  created_at: string
  /** Accurate to a twentieth of the time that a session may be idle. */
  last_used_at: string
  /** Whether this request was sent with it. */
  current: boolean
  profile: ProviderProfile
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

/** `records:read:public` reads public records, `records:read` unlisted ones as well. `admin` includes all scopes and sees private records. */
export type KeyScope = 'records:read:public' | 'records:read' | 'records:write' | 'admin'

export type ListedKey = {
  /** Names the key in `/keys/{id}`. */
  id: number
  name: string
  scopes: Array<KeyScope>
  created_at: string
  /** Null for a key that does not expire. */
  expires_at: string | null
  /** Accurate to about a minute; null if it was never used. */
  last_used_at: string | null
}

export type ListedKeys = {
  keys: Array<ListedKey>
}

export type ListedTimezone = {
  username: string
  timezone: string
}

export type Liveness = {
  status: 'live'
}

export type LoginProvider = {
  id: string
  name: string
}

export type LogPolicy = {
  /** Which requests are logged, with their route, status and duration. */
  requests: 'all' | 'errors' | 'none'
  /** Whether writes, logins and erasures are logged with the user id and the new timezone. */
  audit: boolean
  /** Whether those lines have the caller’s network: /24 of IPv4, /48 of IPv6. */
  networks: boolean
  /** How long the operator keeps the log; null if it is not stated. */
  kept_for_days: number | null
}

export type LookupAnswer = {
  users: Record<string, FoundTimezone>
  missing: Array<string>
}

export type MatchingUser = {
  id: string
  username: string
  timezone: string
  canonical: string
}

export type Me = {
  user: SignedInUser
  /** Null when the person has no record. */
  timezone: string | null
  /** Null when the person has no record. */
  visibility: Visibility | null
  /** Whether the person may manage the API keys. */
  admin: boolean
}

export type NewKey = {
  /** What the key is for. */
  name: string
  scopes: Array<KeyScope>
  /** How long the key is valid. Without it, the key does not expire. */
  expires_in_seconds?: number | undefined
}

export type OpenApiDocument = {
  openapi: string
}

export type OwnSession = {
  /** Names the session in `/me/sessions/{id}`. It cannot be used to sign in. */
  id: string
  /** The browser and system at login, in English; null if they are not known. */
  device: string | null
  /** Where the person signed in. */
  provider: string
  /** When they signed in. */
  created_at: string
  /** Accurate to a twentieth of the time that a session may be idle. */
  last_used_at: string
  /** Whether this request was sent with it. */
  current: boolean
}

export type OwnSessions = {
  sessions: Array<OwnSession>
}

export type PersonExport = {
  exported_at: string
  user: SignedInUser
  /** Null when the person has no record. */
  record: ExportedRecord | null
  sessions: Array<ExportedSession>
  /** What may exist outside the database, such as the operator’s log; one sentence each. */
  elsewhere: Array<string>
}

export type PluginIds = Array<string | unknown>

export type PluginStatus = {
  loggedIn: boolean
  logged_in: boolean
}

export type PluginUser = {
  userId: string
  /** The zone name as it was saved. */
  timezoneId: string
  /** The current offset from UTC: `0`, `+5`, `-5`, `+5:30`, `-3:30`. */
  timezone: string
}

export type PluginUserExists = {
  exists: true
}

export type PluginUsers = Record<string, PluginUser | null>

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
  /** For `precondition_failed`: the record as it is, null when there is none that the caller may see. Its `ETag` is a header. */
  current?: TimezoneRecord | null | undefined
}

export type ProblemCode = 'invalid_request' | 'invalid_timezone' | 'unauthenticated' | 'forbidden' | 'not_found' | 'no_such_route' | 'method_not_allowed' | 'cursor_expired' | 'precondition_failed' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limited' | 'internal' | 'unavailable' | 'storage_full'

export type ProviderProfile = {
  issuer: string
  /** Their id at the provider. */
  subject: string
  /** The user id derived from it. */
  user_id: string
  username: string
  avatar: string | null
  discriminator: string | null
}

export type Readiness = {
  status: 'ready'
}

export type RecordUser = {
  id: string
  username: string
}

export type RevokedKey = {
  message: 'Key revoked'
  id: number
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

export type SearchAnswer = {
  users: Array<MatchingUser>
}

export type ServicePrivacy = {
  /** Where to reach the operator: an `https:` or `mailto:` address; null if unset. */
  contact: string | null
  /** `open`: anyone can change any record. */
  writes: 'open' | 'required'
  /** `public`: anyone can look up records. `required`: only with a login or an API key. */
  reads: 'public' | 'required'
  /** The visibility of a new record. */
  default_visibility: 'public' | 'unlisted' | 'private'
  /** Where people can sign in. */
  providers: Array<LoginProvider>
  sessions: SessionPolicy
  deletions: DeletionPolicy
  logs: LogPolicy
}

export type SessionPolicy = {
  /** A session ends this long after login. */
  max_age_seconds: number
  /** A session ends if it is not used for this long. */
  max_idle_seconds: number
  /** With one more login, the least recently used session ends. */
  max_per_person: number
}

export type SetChange = {
  type: 'set'
  user_id: string
  username: string
  timezone: string
  at: string
}

export type SetPluginUser = {
  /** An IANA time-zone name, links included, in any letter case. Offsets are rejected. */
  timezone: string
}

export type SetTimezone = {
  /** An IANA time-zone name, links included, in any letter case. Offsets are rejected. */
  timezone: string
  /** The user’s id: 1–255 characters, NFC, no control characters. */
  user_id?: string | undefined
  /** The user’s name: 1–255 characters. With an API key, control and direction characters are removed and the rest is put into NFC; in open mode such a name is refused. */
  username?: string | undefined
  /** Who sees the record from now on. Without it, an existing record keeps its own, and a new one gets the service’s default. */
  visibility?: Visibility | undefined
}

export type SetVisibility = {
  visibility: Visibility
  /** The user’s id: 1–255 characters, NFC, no control characters. */
  user_id?: string | undefined
}

export type SignedIn = {
  message: 'Signed in'
  user: SignedInUser
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

export type SignedOut = {
  message: 'Signed out'
  /** How many sessions ended. */
  ended: number
}

export type SignInOptions = {
  /** `open`: anyone writes any record. `required`: a session or an API key. */
  writes: 'open' | 'required'
  reads: 'public' | 'required'
  /** Each login starts at `/auth/{id}`; `name` is for people. */
  providers: Array<LoginProvider>
}

export type Stats = {
  total_users: number
  /** Equal to `total_users`, because each user has one record. */
  total_timezones: number
  unique_timezones: number
  /** Number of users by zone. */
  timezone_distribution: Record<string, number>
  top_timezones: Array<ZoneCount>
  /** Null when there are no records. */
  top_timezone: string | null
  /** Created since Monday 00:00 UTC. */
  recent_registrations: number
}

export type TimeAnswer = {
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
  /** When the offset changes next, and to what; null when no change is known. */
  next_transition: Transition | null
}

/** `public`: everyone. `unlisted`: anyone who knows the id; not in lists, searches, statistics or the change feed. `private`: the person, and API keys with the scope `admin`. */
export type Visibility = 'public' | 'unlisted' | 'private'

export type ZoneClock = {
  /** Seconds east of UTC at `from`. */
  utc_offset_seconds: number
  /** In order of time, until `until`. */
  transitions: Array<Transition>
}

export type ZoneClocks = {
  /** The release of the tz database, such as `2026f`. */
  release: string
  from: string
  until: string
  zones: Record<string, ZoneClock>
}

export type ZoneCount = {
  timezone: string
  count: number
}

export type ZoneNames = Array<string>
