import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'

/** One record per user. Times may be null: a table made before these columns has rows without them. */
export const timezones = pgTable(
  'timezones',
  {
    userId: text('user_id').primaryKey(),
    username: text('username').notNull(),
    timezone: text('timezone').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).defaultNow(),
  },
  (table) => [
    index('idx_timezones_updated_at').on(table.updatedAt),
    check('timezones_user_id_text', isShownText(table.userId)),
    check('timezones_username_text', isShownText(table.username)),
  ],
)

/**
 * Every set and delete, written by a trigger in the transaction that makes it. In the order of `(ord, position)` no
 * change appears late, and those of one user are in the order in which they were committed; why is told in
 * docs/decisions/0003.
 */
export const timezoneChanges = pgTable(
  'timezone_changes',
  {
    /** The transaction's number, or that of a later one that changed the same user before it. */
    ord: bigint('ord', { mode: 'number' }).notNull(),
    position: bigint('position', { mode: 'number' }).generatedAlwaysAsIdentity(),
    type: text('type', { enum: ['set', 'delete'] }).notNull(),
    userId: text('user_id').notNull(),
    username: text('username'),
    timezone: text('timezone'),
    at: timestamp('at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.ord, table.position] })],
)

/** Who is signed in where. A stolen copy of this table signs nobody in: the ids themselves are in the cookies only. */
export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the id, in hexadecimal. */
    idHash: text('id_hash').primaryKey(),
    provider: text('provider').notNull(),
    /** Who he is at the provider: with `issuer` what tells two people apart; a name never does. */
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    /** Whose record he may write. */
    userId: text('user_id').notNull(),
    username: text('username').notNull(),
    /** As the provider states them; null where it has none. */
    avatar: text('avatar'),
    discriminator: text('discriminator'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /** Kept to about a twentieth of the time that a session may be idle. */
    lastUsedAt: timestamp('last_used_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('idx_sessions_person').on(table.issuer, table.subject),
    index('idx_sessions_created_at').on(table.createdAt),
  ],
)

/** The one secret of this deployment: entries in Redis and login cookies are authenticated with keys derived from it. */
export const deployment = pgTable(
  'deployment',
  {
    onlyRow: boolean('only_row').primaryKey().default(true),
    /** 256 random bits in base64url. */
    secret: text('secret').notNull(),
  },
  (table) => [check('deployment_only_row', sql`${table.onlyRow}`)],
)

/** Keys of programs; a key that was revoked stays, to be told of. */
export const apiKeys = pgTable('api_keys', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  name: text('name').notNull(),
  /** SHA-256 of the whole key, in hexadecimal. */
  keyHash: text('key_hash').notNull().unique('api_keys_key_hash'),
  scopes: text('scopes').array().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  expiresAt: timestamp('expires_at', { withTimezone: true }),
  revokedAt: timestamp('revoked_at', { withTimezone: true }),
  /** To about a minute. */
  lastUsedAt: timestamp('last_used_at', { withTimezone: true }),
})

/** The one row about the log as a whole. */
export const timezoneChangeLog = pgTable(
  'timezone_change_log',
  {
    onlyRow: boolean('only_row').primaryKey().default(true),
    /** Added to transaction numbers: they start again when a dump is restored into another server. */
    ordOffset: bigint('ord_offset', { mode: 'number' }).notNull().default(0),
    /** The last change that was pruned: a cursor before it can no longer be answered. */
    prunedOrd: bigint('pruned_ord', { mode: 'number' }).notNull().default(0),
    prunedPosition: bigint('pruned_position', { mode: 'number' }).notNull().default(0),
  },
  (table) => [check('timezone_change_log_only_row', sql`${table.onlyRow}`)],
)

// The contract's rule for ids and names, once more where no code path can go around it. NUL and lone surrogates
// cannot be in a text column; the last class is Unicode's Bidi_Control.
function isShownText(column: AnyPgColumn) {
  return sql`char_length(${column}) between 1 and 255 and ${column} !~ ${sql.raw(
    String.raw`'[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]'`,
  )}`
}
