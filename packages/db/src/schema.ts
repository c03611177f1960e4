import { sql } from 'drizzle-orm'
import { type AnyPgColumn, check, index, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

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

// The contract's rule for ids and names, once more where no code path can go around it. NUL and lone surrogates
// cannot be in a text column; the last class is Unicode's Bidi_Control.
function isShownText(column: AnyPgColumn) {
  return sql`char_length(${column}) between 1 and 255 and ${column} !~ ${sql.raw(
    String.raw`'[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]'`,
  )}`
}
