import { type SQL, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  pgSequence,
  pgTable,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'

/**
 * Who sees a record: everyone, also in lists; everyone who knows the id; only the person and keys with the scope `admin`.
 * A record that is not public has no place in the feed.
 */
const VISIBILITIES = ['public', 'unlisted', 'private'] as const

/** One record per user. Times are null in rows from before these columns existed. */
export const timezones = pgTable(
  'timezones',
  {
    userId: text('user_id').primaryKey(),
    username: text('username').notNull(),
    timezone: text('timezone').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).defaultNow(),
    visibility: text('visibility', { enum: VISIBILITIES }).notNull().default('public'),
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
    check('timezones_user_id_text', isShownText(table.userId)),
    check('timezones_username_text', isShownText(table.username)),
    check('timezones_visibility', sql`${table.visibility} in ('public', 'unlisted', 'private')`),
  ],
)

/** The columns of a record that readers get: all but its place in the feed. */
export const recordColumns = {
  userId: timezones.userId,
  username: timezones.username,
  timezone: timezones.timezone,
  createdAt: timezones.createdAt,
  updatedAt: timezones.updatedAt,
  visibility: timezones.visibility,
}

/** The condition of the index that `/search` uses: a parameter would not match it. */
export const isPublic = sql`${timezones.visibility} = 'public'`

/** The order of `/search`. Both parts have a bounded length, which an index requires. */
export const searchOrder = { key: searchKey(timezones.username), id: searchId(timezones.userId) }

/** A record's next `updated_at`: at least a millisecond later, which the API shows, even if the clock stands still. */
export const nextUpdatedAt = sql`greatest(now(), ${timezones.updatedAt} + interval '1 millisecond')`

/** Users whose record was deleted, and nothing else about them. Written by triggers only; pruned by age. */
export const timezoneTombstones = pgTable(
  'timezone_tombstones',
  {
    userId: text('user_id').primaryKey(),
    ...placeInFeed(),
    at: timestamp('at', { withTimezone: true }).notNull(),
  },
  (table) => [index('idx_timezone_tombstones_place').on(table.ord, table.position)],
)

/**
 * Makes places within one transaction unique. Cached by each session, since nothing depends on the order across
 * sessions.
 */
export const timezonePosition = pgSequence('timezone_position', { cache: 32 })

/** A single row about the whole feed; read it with `limit 1`. */
export const timezoneFeed = pgTable(
  'timezone_feed',
  {
    onlyRow: boolean('only_row').primaryKey().default(true),
    /** A random name for this history of the table. A restore, a promotion or a truncation starts another one. */
    incarnation: text('incarnation').notNull(),
    /** Added to transaction ids, which start over when a dump is restored into another server. */
    ordOffset: bigint('ord_offset', { mode: 'number' }).notNull().default(0),
    /** The highest place of a pruned tombstone: a mirror that had not reached it may have missed a delete. */
    prunedOrd: bigint('pruned_ord', { mode: 'number' }).notNull().default(0),
    prunedPosition: bigint('pruned_position', { mode: 'number' }).notNull().default(0),
    /** The server and timeline that wrote this row; a different one indicates a copy or a promotion. */
    server: text('server').notNull(),
    /** The transaction that wrote this row. A restored row was written by a transaction other than the one it names. */
    writtenBy: bigint('written_by', { mode: 'number' }).notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [check('timezone_feed_only_row', sql`${table.onlyRow}`)],
)

/** Sessions. A stolen copy of this table is useless for signing in, because the ids are only in the cookies. */
export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the id, in hexadecimal. */
    idHash: text('id_hash').primaryKey(),
    provider: text('provider').notNull(),
    /** Their id at the provider. Together with `issuer` it identifies a person; a name never does. */
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    /** The user whose record they may write. */
    userId: text('user_id').notNull(),
    username: text('username').notNull(),
    /** As returned by the provider; null if it has none. */
    avatar: text('avatar'),
    discriminator: text('discriminator'),
    /** The browser and system of the login, such as `Firefox on Windows`; null if unknown. */
    device: text('device'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /** Accurate to about a twentieth of the time that a session may be idle. */
    lastUsedAt: timestamp('last_used_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('idx_sessions_person').on(table.issuer, table.subject),
    index('idx_sessions_created_at').on(table.createdAt),
  ],
)

/**
 * The one secret of this deployment: entries in Redis and login cookies are authenticated with keys derived from it.
 */
export const deployment = pgTable(
  'deployment',
  {
    onlyRow: boolean('only_row').primaryKey().default(true),
    /** 256 random bits in base64url. */
    secret: text('secret').notNull(),
  },
  (table) => [check('deployment_only_row', sql`${table.onlyRow}`)],
)

/** API keys of programs. Revoked keys are kept, so that they can be listed. */
export const apiKeys = pgTable('api_keys', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  name: text('name').notNull(),
  /** SHA-256 of the whole key, in hexadecimal. */
  keyHash: text('key_hash').notNull().unique('api_keys_key_hash'),
  scopes: text('scopes').array().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  expiresAt: timestamp('expires_at', { withTimezone: true }),
  revokedAt: timestamp('revoked_at', { withTimezone: true }),
  /** Accurate to about a minute. */
  lastUsedAt: timestamp('last_used_at', { withTimezone: true }),
})

/** A name as compared by `/search`, without letter case and accents. */
function searchKey(username: AnyPgColumn): SQL {
  return sql`timezone_search_key(${username}) collate "C"`
}

/** Names are not unique. Rows from before the rule for ids may have longer ones. */
function searchId(userId: AnyPgColumn): SQL {
  return sql`left(${userId}, 255) collate "C"`
}

/**
 * A change's place in the feed: the id of the transaction that wrote it plus the feed's offset, then a number that is
 * unique in that transaction. Set by a trigger, whichever program writes. docs/decisions/0003 gives the reasons.
 */
function placeInFeed() {
  return {
    ord: bigint('ord', { mode: 'number' }).notNull().default(0),
    position: bigint('position', { mode: 'number' }).notNull().default(0),
  }
}

// The contract's rule for ids and names, repeated where no code path can bypass it. A text column cannot contain NUL or
// lone surrogates; the last class is Unicode's Bidi_Control.
function isShownText(column: AnyPgColumn) {
  return sql`char_length(${column}) between 1 and 255 and ${column} !~ ${sql.raw(
    String.raw`'[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]'`,
  )}`
}
