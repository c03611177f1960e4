import type { Change } from '@timezone-registry/contract'
import type { Database } from '@timezone-registry/db'
import { timezoneFeed, timezoneTombstones } from '@timezone-registry/db/feed-tables'
import { shownTime, timezones } from '@timezone-registry/db/record-tables'
import { shownHours } from '@timezone-registry/zones/stored-availability'
import { type SQL, sql } from 'drizzle-orm'
import { type Cursor, isAfter, latest, type Place, START } from './cursor.ts'
import { createTailQueries, FEED, type FeedRow, findSettledEnd, prunedPlace } from './tail-queries.ts'

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

export function createChangeStore(database: Database): ChangeStore {
  const { drizzle } = database
  const run = async <Row>(query: SQL) => ((await drizzle.execute(query)) as unknown as { rows: Row[] }).rows

  const queries = createTailQueries(database)

  return {
    findAfter: async (cursor, limit) => {
      // One more than requested shows whether there are more.
      const query = findChanges(cursor?.place ?? START, limit + 1)
      let [page] = await run<PageRow>(query)
      if (page?.isSettled !== true) {
        await queries.settle()
        page = (await run<PageRow>(query))[0]
      }
      if (page === undefined) throw new Error('The table timezone_feed is empty')
      return toPage(page, { cursor, limit })
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
  page: PageRow,
  { cursor, limit }: { cursor: Cursor | undefined; limit: number },
): ChangePage | undefined {
  const { incarnation, isReached } = page
  const pruned = prunedPlace(page)
  const from = cursor ?? { incarnation, place: START, floor: pruned }
  // Handed out by another incarnation, or before the server's files were replaced by older ones.
  const isForeign = from.incarnation !== incarnation || !isReached || isAfter(from.floor ?? START, pruned)
  const isTooOld = isAfter(pruned, latest(from.place, from.floor))
  if (isForeign || isTooOld) return undefined
  const changes = page.changes.slice(0, limit).map(({ ord, position, ...change }) => ({
    change: toChange(change),
    cursor: { ...from, place: { ord, position } },
  }))
  // Readers that have everything share one cursor, and so one query.
  const end = { ...from, place: latest(from.place, pruned) }
  return { changes, cursor: changes.at(-1)?.cursor ?? end, more: page.changes.length > limit }
}

// What a change shows of a record.
const SHOWN_COLUMNS = ['username', 'timezone', 'availability'] as const
type Shown = Omit<Extract<Change, { type: 'set' }>, 'type' | 'user_id' | 'at'>

function toChange({ type, user_id, at, username, timezone, availability }: StoredChange): Change {
  if (type === 'delete') return { type, user_id, at }
  const shown: { [Name in keyof Required<Shown>]: Shown[Name] } = {
    username: username ?? '',
    timezone: timezone ?? '',
    availability: shownHours(availability) ?? undefined,
  }
  return { type, user_id, ...shown, at }
}

type StoredChange = Record<(typeof SHOWN_COLUMNS)[number], string | null> & {
  type: 'set' | 'delete'
  user_id: string
  at: string
}

type PageRow = FeedRow & {
  /** False if the feed has not reached the place that was asked for. */
  isReached: boolean
  changes: (StoredChange & Place)[]
}

const SHOWN = sql.raw(SHOWN_COLUMNS.join(', '))
const NOT_SHOWN = sql.raw(SHOWN_COLUMNS.map(() => 'null').join(', '))
const UPDATED_AT = shownTime(timezones.updatedAt)
const CREATED_AT = shownTime(timezones.createdAt)

/** Records and tombstones after a place, in one snapshot, merged in order. */
function findChanges(place: Place, limit: number): SQL {
  const isNext = sql`(ord, position) > (${place.ord}::bigint, ${place.position}::bigint) and ord < feed.below
    order by ord, position limit ${limit}`
  return sql`
    select feed.*, ${isReached(place)} as "isReached", page.changes
    from ${FEED} cross join lateral (
      select coalesce(json_agg(change), '[]') as changes from (
        (select 'set' as type, user_id, ${SHOWN}, ord, position,
          ${iso(sql`coalesce(${UPDATED_AT}, ${CREATED_AT}, now())`)} as at
          from ${timezones} where ord > 0 and ${isNext})
        union all
        (select 'delete', user_id, ${NOT_SHOWN}, ord, position, ${iso(sql`at`)} from ${timezoneTombstones} where ${isNext})
        order by ord, position limit ${limit}
      ) as change
    ) as page`
}

/**
 * A user's place only ever rises, and a pruned one raises the mark, so there is always something at or after a place
 * that was handed out.
 */
function isReached({ ord, position }: Place): SQL {
  const isAtOrAfter = sql`(ord, position) >= (${ord}::bigint, ${position}::bigint)`
  return sql`(
    (feed."prunedOrd", feed."prunedPosition") >= (${ord}::bigint, ${position}::bigint)
    or exists (select from ${timezones} where ord > 0 and ${isAtOrAfter})
    or exists (select from ${timezoneTombstones} where ${isAtOrAfter})
  )`
}

function iso(time: SQL): SQL {
  return sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
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
