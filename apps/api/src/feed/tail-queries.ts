import type { Database } from '@timezone-registry/db'
import { timezoneFeed, timezoneTombstones } from '@timezone-registry/db/feed-tables'
import { timezones } from '@timezone-registry/db/record-tables'
import { settleChangeFeed } from '@timezone-registry/db/settle-feed'
import { type SQL, sql } from 'drizzle-orm'
import { latest, type Place, START } from './cursor.ts'

/** A user whose public record was set, or whose record was deleted or hidden, and the place of the change. */
type PlacedUser = { userId: string; place: Place }

/** Which server has answered, and which history of the table it has. */
export type Server = {
  incarnation: string
  /** Differs between servers, and after a restart. */
  server: string
}

/** What the database shows of the feed. Numbers are transaction ids plus the feed's offset. */
export type TailPage = Server & {
  /** False if the database was restored or promoted since the incarnation began. */
  isSettled: boolean
  /** Differs between connections, and means nothing behind a pooler. */
  connection: string
  /** Every transaction with a lower number has ended. */
  below: number
  /** The highest place of a tombstone that was pruned. */
  pruned: Place
  /** The last settled change, or tombstone that was pruned. */
  end: Place
  settled: PlacedUser[]
  /** Changes at or above `below`, which are read again until they are settled. */
  unsettled: PlacedUser[]
  /** The list that may be incomplete. */
  cut: 'settled' | 'unsettled' | undefined
}

export type TailQueries = {
  /** A page without changes, at the end of the feed. */
  findEnd(): Promise<TailPage>
  /** The changes after a place. */
  findAfter(place: Place): Promise<TailPage>
  /** Settles the feed of a database that was restored or promoted; calls at the same time share one attempt. */
  settle(): Promise<void>
}

/** The most changes in a page: more than two processes write in 200 ms, and than ten statements write. */
const PAGE_CHANGES = 5000

/** The feed's own row. Numbers may be strings. */
export type FeedRow = Server & {
  isSettled: boolean
  connection: string
  below: string | number
  prunedOrd: string | number
  prunedPosition: string | number
}

type Row = FeedRow & {
  /** One value for the whole page, because a row for each change takes several times as long to read. */
  changes: [userId: string, ord: number, position: number][]
}

// `limit 1`: PostgreSQL assumes that a table that was never analysed has more than a thousand rows.
export const FEED: SQL = sql`(
  select incarnation, pruned_ord as "prunedOrd", pruned_position as "prunedPosition", timezone_feed_is_settled() as "isSettled",
    pg_postmaster_start_time()::text as server, pg_backend_pid()::text as connection,
    pg_snapshot_xmin(pg_current_snapshot())::text::bigint + ord_offset as below
  from ${timezoneFeed} limit 1
) as feed`

export function createTailQueries(database: Database): TailQueries {
  const prepare = (name: string, range: SQL) => {
    const place = sql`user_id, ord, position`
    const changes = sql`(
      select coalesce(json_agg(json_build_array(${place})), '[]') as changes from (
        (select ${place} from ${timezones} where ord > 0 and ${range})
        union all (select ${place} from ${timezoneTombstones} where ${range})
      ) as change
    ) as page`
    return database.drizzle
      .select({ row: sql<Row>`row_to_json(feed_page)` })
      .from(sql`(select feed.*, page.changes from ${FEED} cross join lateral ${changes}) as feed_page`)
      .prepare(name)
  }
  const end = prepare('find_feed_end', sql`ord < feed.below order by ord desc, position desc limit 1`)
  const after = sql`(${sql.placeholder('ord')}::bigint, ${sql.placeholder('position')}::bigint)`
  const next = prepare(
    'follow_feed',
    sql`(ord, position) > ${after} order by ord, position limit ${sql.raw(String(PAGE_CHANGES + 1))}`,
  )
  let settling: Promise<void> | undefined
  return {
    settle: () => {
      settling ??= settleChangeFeed(database).finally(() => {
        settling = undefined
      })
      return settling
    },
    findEnd: async () => ({ ...toPage(await end.execute(), START), settled: [] }),
    findAfter: async (place) => toPage(await next.execute(place), place),
  }
}

/** The end of the feed; that of a database that was restored or promoted is settled first. */
export async function findSettledEnd({ findEnd, settle }: TailQueries): Promise<TailPage> {
  const page = await findEnd()
  if (page.isSettled) return page
  await settle()
  return findEnd()
}

/** The highest place of a tombstone that was pruned. */
export function prunedPlace({ prunedOrd, prunedPosition }: FeedRow): Place {
  return { ord: Number(prunedOrd), position: Number(prunedPosition) }
}

export function isSameServer(a: Server, b: Server): boolean {
  return a.server === b.server && a.incarnation === b.incarnation
}

function toPage([found]: readonly { row: Row }[], after: Place): TailPage {
  if (found === undefined) throw new Error('The table timezone_feed is empty')
  const feed = found.row
  const { incarnation, isSettled, server, connection } = feed
  const below = Number(feed.below)
  const pruned = prunedPlace(feed)
  const changes = feed.changes.map(([userId, ord, position]) => ({ userId, place: { ord, position } }))
  const { settled = [], unsettled = [] } = Object.groupBy(changes, ({ place }) =>
    place.ord < below ? 'settled' : 'unsettled',
  )
  const cut = settled.length > PAGE_CHANGES ? 'settled' : 'unsettled'
  return {
    ...{ incarnation, isSettled, server, connection, below, pruned },
    end: latest(after, pruned, ...settled.map(({ place }) => place)),
    settled,
    unsettled,
    cut: changes.length > PAGE_CHANGES ? cut : undefined,
  }
}
