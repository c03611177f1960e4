import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

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
    index('idx_sessions_user_id').on(table.userId),
    index('idx_sessions_created_at').on(table.createdAt),
    index('idx_sessions_last_used_at').on(table.lastUsedAt),
  ],
)

/** What may be used once, such as a finished login, until it expires by itself: SHA-256, in hexadecimal. */
export const usedOnce = pgTable(
  'used_once',
  {
    hash: text('hash').primaryKey(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('idx_used_once_expires_at').on(table.expiresAt)],
)

/** The one secret of this deployment, from which the key of login cookies is derived. */
export const deployment = pgTable(
  'deployment',
  {
    onlyRow: boolean('only_row').primaryKey().default(true),
    /** 256 random bits in base64url. */
    secret: text('secret').notNull(),
  },
  (table) => [check('deployment_only_row', sql`${table.onlyRow}`)],
)

/** The rule by which each login provider's people get their user ids. A row is never changed: ids must keep their owners. */
export const loginIssuers = pgTable('login_issuers', {
  /** Without a slash at the end. */
  issuer: text('issuer').primaryKey(),
  /** Precedes the id at the provider; empty for one issuer at most. */
  prefix: text('prefix').notNull().unique('login_issuers_prefix'),
  /** True if only ids of digits and those with this prefix get it: beside Discord, whose ids are digits. */
  isPartial: boolean('is_partial').notNull(),
})

/** API keys of programs. Revoked keys are kept, so that they can be listed. */
export const apiKeys = pgTable('api_keys', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  name: text('name').notNull(),
  /** SHA-256 of the whole key, in hexadecimal. */
  keyHash: text('key_hash').notNull().unique('api_keys_key_hash'),
  scopes: text('scopes').array().notNull(),
  /** Replace the service's limits for this key; null: they apply. */
  writesPerMinute: integer('writes_per_minute'),
  readsPerMinute: integer('reads_per_minute'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  expiresAt: timestamp('expires_at', { withTimezone: true }),
  revokedAt: timestamp('revoked_at', { withTimezone: true }),
  /** Accurate to about a minute. */
  lastUsedAt: timestamp('last_used_at', { withTimezone: true }),
})
