import type { Change } from '@timezone-registry/contract'
import type { Database } from '@timezone-registry/db'
import { timezoneFeed, timezoneTombstones } from '@timezone-registry/db/feed-tables'
import { shownTime, timezones } from '@timezone-registry/db/record-tables'
import { shownHours } from '@timezone-registry/zones/stored-availability'
import { type SQL, sql } from 'drizzle-orm'
import { type Cursor, isAfter, latest, type Place, START } from './cursor.ts'
import { createTailQueries, findSettledEnd } from './tail-queries.ts'

/** A change, and the cursor of a reader that has it. */
export type FeedChange = { change: Change; cursor: Cursor }

// Few enough that the statement takes some milliseconds.
const PRUNED_AT_ONCE = 5000

/** The next changes after a cursor. */
type ChangePage = {
  changes: FeedChange[]
  /** The last of these changes; if there are none, the given cursor or the last pruned tombstone. */
  cursor: Cursor
  /** True if there are more changes now. */
  more: boolean
}

/** The change feed: the table in order of change, read only below every transaction in progress. */
export type ChangeStore = {
  /**
   * At most `limit` users that changed after the cursor, each once, in their latest state; without a cursor, from the
   * start. Undefined if the cursor belongs to another incarnation, precedes a pruned tombstone, or is ahead of the feed.
   */
  findAfter(cursor: Cursor | undefined, limit: number): Promise<ChangePage | undefined>
  /** The last settled change: changes that become visible later come after it. */
  findEnd(): Promise<Cursor>
  /** The age, in seconds, of the oldest change that open transactions hold back from the feed; 0 if there is none. */
  findHeldBackSeconds(): Promise<number>
  /** Deletes at most `limit` tombstones that are older; true if there may be more of them. */
  prune(olderThanDays: number, limit?: number): Promise<boolean>
}

export function createChangeStore(database: Pick<Database, 'drizzle' | 'withConnection'>): ChangeStore {
  const { drizzle } = database
  const run = async <Row>(query: SQL) => ((await drizzle.execute(query)) as unknown as { rows: Row[] }).rows

  const queries = createTailQueries(database)

  return {
    findAfter: async (cursor, limit) => {
      // One more than requested shows whether there are more.
      const query = findChanges(cursor?.place ?? START, limit + 1)
      let rows = await run<PlacedChange>(query)
      if (rows[0]?.is_settled !== true) {
        await queries.settle()
        rows = await run(query)
      }
      return toPage(rows, { cursor, limit })
    },
    findEnd: async () => {
      const { incarnation, end } = await findSettledEnd(queries)
      return { incarnation, place: end }
    },
    findHeldBackSeconds: async () => {
      const [row] = await run<{ seconds: number }>(findHeldBack())
      return Math.max(0, Number(row?.seconds ?? 0))
    },
    prune: async (olderThanDays, limit = PRUNED_AT_ONCE) => {
      const [row] = await run<{ pruned: string }>(pruneTombstones(olderThanDays, limit))
      return Number(row?.pruned) === limit
    },
  }
}

function toPage(
  rows: readonly PlacedChange[],
  { cursor, limit }: { cursor: Cursor | undefined; limit: number },
): ChangePage | undefined {
  const [feed] = rows
  if (feed === undefined) throw new Error('The table timezone_feed is empty')
  const pruned = prunedPlace(feed)
  const from = cursor ?? { incarnation: feed.incarnation, place: START, floor: pruned }
  // Handed out by another incarnation, or before the server's files were replaced by older ones.
  const isForeign =
    from.incarnation !== feed.incarnation || !feed.is_reached || isAfter(from.floor ?? START, pruned)
  const isTooOld = isAfter(pruned, latest(from.place, from.floor))
  if (isForeign || isTooOld) return undefined
  const found = rows.filter((row) => row.user_id !== null)
  const changes = found
    .slice(0, limit)
    .map((row) => ({ change: toChange(row), cursor: { ...from, place: toPlace(row) } }))
  // Readers that have everything share one cursor, and so one query.
  const end = { ...from, place: latest(from.place, pruned) }
  return { changes, cursor: changes.at(-1)?.cursor ?? end, more: found.length > limit }
}

function toPlace({ ord, position }: { ord: string | number; position: string | number }): Place {
  return { ord: Number(ord), position: Number(position) }
}

function prunedPlace({ pruned_ord, pruned_position }: FeedRow): Place {
  return toPlace({ ord: pruned_ord, position: pruned_position })
}

// What a change shows of a record.
const SHOWN_COLUMNS = ['username', 'timezone', 'availability'] as const
type Shown = Omit<Extract<Change, { type: 'set' }>, 'type' | 'user_id' | 'at'>

function toChange({ type, user_id, at, username, timezone, availability }: PlacedChange): Change {
  if (type === 'delete') return { type, user_id, at }
  const shown: { [Name in keyof Required<Shown>]: Shown[Name] } = {
    username: username ?? '',
    timezone: timezone ?? '',
    availability: shownHours(availability) ?? undefined,
  }
  return { type, user_id, ...shown, at }
}

/** The feed's own row, repeated in every row of a query. Numbers may be strings. */
type FeedRow = {
  incarnation: string
  pruned_ord: string | number
  pruned_position: string | number
  /** False if the database was restored or promoted since the incarnation began. */
  is_settled: boolean
  /** Every transaction with an `ord` below it has ended. */
  below: string | number
}

/** A change with its place; all null in the one row of an empty page. */
type PlacedChange = FeedRow &
  Record<(typeof SHOWN_COLUMNS)[number], string | null> & {
    /** False if the feed has not reached the place that was asked for. */
    is_reached: boolean
    type: 'set' | 'delete'
    user_id: string
    at: string
    ord: string | number
    position: string | number
  }

// `limit 1`: PostgreSQL assumes that a table that was never analysed has more than a thousand rows.
const FEED = sql`(
  select incarnation, pruned_ord, pruned_position, timezone_feed_is_settled() as is_settled,
    pg_snapshot_xmin(pg_current_snapshot())::text::bigint + ord_offset as below
  from ${timezoneFeed} limit 1
) as feed`
const ISO = sql.raw(`'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`)

const SHOWN = sql.raw(SHOWN_COLUMNS.join(', '))
const NOT_SHOWN = sql.raw(SHOWN_COLUMNS.map(() => 'null').join(', '))
const UPDATED_AT = shownTime(timezones.updatedAt)
const CREATED_AT = shownTime(timezones.createdAt)

/** Records and tombstones after a place, in one snapshot, merged in order. */
function findChanges(place: Place, limit: number): SQL {
  const isNext = sql`(ord, position) > (${place.ord}::bigint, ${place.position}::bigint) and ord < feed.below
    order by ord, position limit ${limit}`
  return sql`
    select feed.*, change.type, change.user_id, ${SHOWN}, change.ord, change.position,
      ${isReached(place)} as is_reached,
      to_char(change.at at time zone 'UTC', ${ISO}) as at
    from ${FEED}
    left join lateral (
      (select 'set' as type, user_id, ${SHOWN}, coalesce(${UPDATED_AT}, ${CREATED_AT}, now()) as at, ord, position
        from ${timezones} where ord > 0 and ${isNext})
      union all
      (select 'delete', user_id, ${NOT_SHOWN}, at, ord, position from ${timezoneTombstones} where ${isNext})
      order by ord, position limit ${limit}
    ) as change on true
    order by change.ord, change.position`
}

/**
 * A user's place only ever rises, and a pruned one raises the mark, so there is always something at or after a place
 * that was handed out.
 */
function isReached({ ord, position }: Place): SQL {
  const isAtOrAfter = sql`(ord, position) >= (${ord}::bigint, ${position}::bigint)`
  return sql`(
    (feed.pruned_ord, feed.pruned_position) >= (${ord}::bigint, ${position}::bigint)
    or exists (select from ${timezones} where ord > 0 and ${isAtOrAfter})
    or exists (select from ${timezoneTombstones} where ${isAtOrAfter})
  )`
}

/** How long ago, in seconds, the oldest change was made that open transactions still hold back; 0 if there is none. */
function findHeldBack(): SQL {
  const first = sql`ord >= feed.below order by ord, position limit 1`
  return sql`
    select coalesce(max(extract(epoch from clock_timestamp() - change.at)), 0)::float8 as seconds
    from ${FEED}
    left join lateral (
      (select coalesce(${UPDATED_AT}, now()) as at from ${timezones} where ord > 0 and ${first})
      union all (select at from ${timezoneTombstones} where ${first})
    ) as change on true`
}

/**
 * Deletes old tombstones and moves the mark in one statement, so every snapshot shows either the tombstone or the mark.
 * Only settled tombstones, so that the mark never passes the cursor of a reader that is at the end.
 */
function pruneTombstones(olderThanDays: number, limit: number): SQL {
  return sql`
    with old as (
      select user_id from ${timezoneTombstones}
      where at < now() - make_interval(days => ${olderThanDays}::int) and timezone_feed_is_settled()
        and ord < (select pg_snapshot_xmin(pg_current_snapshot())::text::bigint + ord_offset from ${timezoneFeed} limit 1)
      order by at limit ${limit} for update skip locked
    ), removed as (
      delete from ${timezoneTombstones} where user_id = any(array(select user_id from old)) returning ord, position
    ), last as (
      select ord, position from removed order by ord desc, position desc limit 1
    ), marked as (
      update ${timezoneFeed}
      set pruned_ord = last.ord, pruned_position = last.position, written_by = pg_current_xact_id()::text::bigint
      from last where (last.ord, last.position) > (pruned_ord, pruned_position)
    )
    select count(*) as pruned from removed`
}
