import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, pgSequence, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Users whose record was deleted, and nothing else about them. Written by triggers only; pruned by age. */
export const timezoneTombstones = pgTable(
  'timezone_tombstones',
  {
    userId: text('user_id').primaryKey(),
    ...placeInFeed(),
    at: timestamp('at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('idx_timezone_tombstones_place').on(table.ord, table.position),
    index('idx_timezone_tombstones_at').on(table.at),
  ],
)

/** Makes places within a transaction unique. Cached by each session: their order across sessions does not matter. */
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
  },
  (table) => [check('timezone_feed_only_row', sql`${table.onlyRow}`)],
)

/**
 * A change's place in the feed: the id of the transaction that wrote it plus the feed's offset, then a number that is
 * unique in that transaction. Set by a trigger, whichever program writes; docs/decisions/0003-the-change-feed.md has
 * the reasons.
 */
export function placeInFeed() {
  return {
    ord: bigint('ord', { mode: 'number' }).notNull().default(0),
    position: bigint('position', { mode: 'number' }).notNull().default(0),
  }
}
