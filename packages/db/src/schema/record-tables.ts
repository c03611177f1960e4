import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, check, customType, index, pgTable, text } from 'drizzle-orm/pg-core'
import { placeInFeed } from './feed-tables.ts'

/** Who sees a record: everyone; anyone who knows the id; only the person and keys with the scope `admin`. */
const VISIBILITIES = ['public', 'unlisted', 'private'] as const

/** ISO 8601 text in UTC: a Date takes twice the memory. Null for `infinity` and years beyond four digits. */
const instant = customType<{ data: string | null; driverData: string }>({
  dataType: () => 'timestamp with time zone',
  fromDriver: toIsoText,
})

/** One record per user. Times are null in rows from before these columns existed. */
export const timezones = pgTable(
  'timezones',
  {
    userId: text('user_id').primaryKey(),
    username: text('username').notNull(),
    timezone: text('timezone').notNull(),
    createdAt: instant('created_at').default(sql`now()`),
    updatedAt: instant('updated_at').default(sql`now()`),
    visibility: text('visibility', { enum: VISIBILITIES }).notNull().default('public'),
    /** When the user is available, such as `hours;mo,tu 09:00-17:00`, as the contract's week without overlaps. */
    availability: text('availability'),
    ...placeInFeed(),
  },
  (table) => [
    index('idx_timezones_updated_at').on(table.updatedAt),
    // Partial, so that an upgrade builds it in one scan: records from before the feed have no place.
    index('idx_timezones_place').on(table.ord, table.position).where(sql`ord > 0`),
    index('idx_timezones_public_name')
      .on(searchKey(table.username), searchId(table.userId))
      .concurrently()
      .where(sql`visibility = 'public'`),
    check('timezones_user_id_text', isId(table.userId)),
    check('timezones_username_text', isShownText(table.username)),
    check('timezones_visibility', sql`${table.visibility} in ('public', 'unlisted', 'private')`),
    check('timezones_availability', isAvailability(table.availability)),
  ],
)

const { ord: _ord, position: _position, ...columns } = getTableColumns(timezones)

/** A record without its place in the feed. Reads, writes, exports and imports take the columns from here. */
export const recordColumns = columns

/** The condition of the index that `/search` uses: a parameter would not match it. */
export const isPublic = sql`${timezones.visibility} = 'public'`

/** The order of `/search`. Both parts have a bounded length, which an index requires. */
export const searchOrder = { key: searchKey(timezones.username), id: searchId(timezones.userId) }

/** A time as the API shows it; null if ISO 8601 cannot: other programs may have written `infinity` or the year 12026. */
export function shownTime(column: AnyPgColumn): SQL {
  return sql`case when ${column} between '0001-01-01' and '9999-12-31' then ${column} end`
}

/** A record's next `updated_at`: at least a millisecond later, which the API shows, even if the clock stands still. */
export const nextUpdatedAt = sql`greatest(now(), ${shownTime(timezones.updatedAt)} + interval '1 millisecond')`

/** A name as compared by `/search`, without letter case and accents. */
function searchKey(username: AnyPgColumn): SQL {
  return sql`timezone_search_key(${username}) collate "C"`
}

/** Names are not unique. Rows from before the rule for ids may have longer ones. */
function searchId(userId: AnyPgColumn): SQL {
  return sql`left(${userId}, 255) collate "C"`
}

// The contract's rule for ids and names, repeated where no code path can bypass it. A text column cannot contain NUL or
// lone surrogates.
const FORBIDDEN = String.raw`\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069`
const BLANK = String.raw`\u0001-\u0020\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ue000-\uf8ff\ufe00-\ufe0f\ufdd0-\ufdef\ufeff\uffa0\ufff0-\ufffc\ufffe\uffff\U00013430-\U00013440\U00016fe4\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000e0000-\U000e0fff\U000f0000-\U0010ffff`
const SURROUNDING = String.raw`\u0020\u00a0\u00ad\u034f\u115f\u1160\u1680\u17b4\u17b5\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\u3164\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e001f\U000e0080-\U000e00ff\U000e01f0-\U000e0fff`

function isShownText(column: AnyPgColumn) {
  return sql`char_length(${column}) between 1 and 255 and ${column} !~ ${sql.raw(`'[${FORBIDDEN}]'`)} and ${column} ~ ${sql.raw(`'[^${BLANK}]'`)}`
}

function isId(column: AnyPgColumn) {
  return sql`${isShownText(column)} and ${column} !~ ${sql.raw(`'^[${SURROUNDING}]|[${SURROUNDING}]$'`)}`
}

// Readers rely on it, whichever program writes. Fourteen entries fit.
function isAvailability(column: AnyPgColumn) {
  const days = '(mo|tu|we|th|fr|sa|su)'
  const clock = '([01][0-9]|2[0-3]):[0-5][0-9]'
  const entry = `;${days}(,${days})* ${clock}-(${clock}|24:00)`
  return sql`char_length(${column}) <= 470 and ${column} ~ ${sql.raw(`'^(state|hours)(${entry})*$'`)}`
}

// PostgreSQL's text of a time, in a session whose time zone is UTC.
const BEFORE_YEAR_1 = Date.parse('0000-12-31T23:59:59.999Z')
const AFTER_YEAR_9999 = Date.parse('+010000-01-01T00:00:00.000Z')
const UTC_TEXT = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/

function toIsoText(text: string): string | null {
  // Rearranged, because parsing takes seven times as long.
  const parts = UTC_TEXT.exec(text)
  if (parts !== null) return `${parts[1]}T${parts[2]}.${(parts[3] ?? '').slice(0, 3).padEnd(3, '0')}Z`
  const date = new Date(text)
  return date.getTime() > BEFORE_YEAR_1 && date.getTime() < AFTER_YEAR_9999 ? date.toISOString() : null
}
