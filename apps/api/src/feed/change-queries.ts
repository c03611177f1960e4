import { timezoneFeed, timezoneTombstones } from '@timezone-registry/db/feed-tables'
import { shownTime, timezones } from '@timezone-registry/db/record-tables'
import { type SQL, sql } from 'drizzle-orm'
import type { Place } from './cursor.ts'

/**
 * The feed's own row, repeated in every row of a query. A server returns numbers as strings, the embedded database as
 * numbers.
 */
export type FeedRow = {
  incarnation: string
  pruned_ord: string | number
  pruned_position: string | number
  /** False if the database was restored or promoted since the incarnation began. */
  is_settled: boolean
  /** Every transaction with an `ord` below it has ended. */
  below: string | number
  /** No transaction has an `ord` of this or above. */
  next: string | number
  /** Differs whenever other transactions are visible. A standby does not list those in progress, so there it always does. */
  snapshot: string
}

/** A change with its place; all null in the one row of an empty page. */
export type PlacedChange = FeedRow & {
  /** False if the feed has not reached the place that was asked for. */
  is_reached: boolean
  type: 'set' | 'delete'
  user_id: string
  username: string | null
  timezone: string | null
  at: string
  ord: string | number
  position: string | number
}

// `limit 1`: PostgreSQL assumes that a table that was never analysed has more than a thousand rows.
const FEED = sql`(
  select incarnation, pruned_ord, pruned_position, timezone_feed_is_settled() as is_settled,
    pg_snapshot_xmin(pg_current_snapshot())::text::bigint + ord_offset as below,
    pg_snapshot_xmin(pg_current_snapshot())::text::bigint + age(pg_snapshot_xmin(pg_current_snapshot())::xid) + ord_offset as next,
    case when pg_is_in_recovery() then gen_random_uuid()::text else pg_current_snapshot()::text end as snapshot
  from ${timezoneFeed} limit 1
) as feed`
const ISO = sql.raw(`'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`)

const UPDATED_AT = shownTime(timezones.updatedAt)
const CREATED_AT = shownTime(timezones.createdAt)

/** Records and tombstones after a place, in one snapshot, merged in order. */
export function findChanges(place: Place, limit: number): SQL {
  const { ord, position } = place
  const isNext = sql`(ord, position) > (${ord}::bigint, ${position}::bigint) and ord < feed.below
    order by ord, position limit ${limit}`
  return sql`
    select feed.*, change.type, change.user_id, change.username, change.timezone, change.ord, change.position,
      ${isReached(place)} as is_reached,
      to_char(change.at at time zone 'UTC', ${ISO}) as at
    from ${FEED}
    left join lateral (
      (select 'set' as type, user_id, username, timezone, coalesce(${UPDATED_AT}, ${CREATED_AT}, now()) as at, ord, position
        from ${timezones} where ord > 0 and ${isNext})
      union all
      (select 'delete', user_id, null, null, at, ord, position from ${timezoneTombstones} where ${isNext})
      order by ord, position limit ${limit}
    ) as change on true
    order by change.ord, change.position`
}

/**
 * A user's place only ever rises, and a pruned one raises the mark, so there is always something at or after a place
 * that was handed out. A standby may have handed it out before its transaction became visible on the primary.
 */
function isReached({ ord, position }: Place): SQL {
  const isAtOrAfter = sql`(ord, position) >= (${ord}::bigint, ${position}::bigint)`
  return sql`(
    (feed.pruned_ord, feed.pruned_position) >= (${ord}::bigint, ${position}::bigint)
    or exists (select from ${timezones} where ord > 0 and ${isAtOrAfter})
    or exists (select from ${timezoneTombstones} where ${isAtOrAfter})
    or (${ord}::bigint >= feed.below and ${ord}::bigint < feed.next)
  )`
}

/** The last settled and the last visible place of records and of tombstones. */
export function findEnds(): SQL {
  const last = sql`order by ord desc, position desc limit 1`
  return sql`
    select feed.*, place.ord, place.position
    from ${FEED}
    left join lateral (
      (select ord, position from ${timezones} where ord > 0 and ord < feed.below ${last})
      union all (select ord, position from ${timezones} where ord > 0 ${last})
      union all (select ord, position from ${timezoneTombstones} where ord < feed.below ${last})
      union all (select ord, position from ${timezoneTombstones} ${last})
    ) as place on true`
}

/** How long ago, in seconds, the oldest change was made that open transactions still hold back; 0 if there is none. */
export function findHeldBack(): SQL {
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
export function pruneTombstones({ olderThanDays, limit }: { olderThanDays: number; limit: number }): SQL {
  return sql`
    with old as (
      select user_id from ${timezoneTombstones}
      where at < now() - make_interval(days => ${olderThanDays}::int) and timezone_feed_is_settled()
        and ord < (select pg_snapshot_xmin(pg_current_snapshot())::text::bigint + ord_offset from ${timezoneFeed} limit 1)
      order by ord, position limit ${limit} for update skip locked
    ), removed as (
      delete from ${timezoneTombstones} where user_id in (select user_id from old) returning ord, position
    ), last as (
      select ord, position from removed order by ord desc, position desc limit 1
    ), marked as (
      update ${timezoneFeed}
      set pruned_ord = last.ord, pruned_position = last.position, written_by = pg_current_xact_id()::text::bigint
      from last where (last.ord, last.position) > (pruned_ord, pruned_position)
    )
    select count(*) as pruned from removed`
}

export function toPlace({ ord, position }: { ord: string | number; position: string | number }): Place {
  return { ord: Number(ord), position: Number(position) }
}
