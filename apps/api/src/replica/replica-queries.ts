import type { Database } from '@timezone-registry/db'
import { timezoneFeed, timezoneTombstones } from '@timezone-registry/db/feed-tables'
import { timezones } from '@timezone-registry/db/record-tables'
import { sql } from 'drizzle-orm'

/** A server's progress. Numbers are transaction ids plus the feed's offset. */
export type ServerProgress = {
  incarnation: string
  /** Every transaction with a lower number has ended here. */
  below: number
  /** One more than the highest number that has ended here. */
  reached: number
}

/** What a replica has replayed. */
export type Replayed = ServerProgress & {
  /** The users whose public record changed. */
  userIds: string[]
  /** Where the next page begins; undefined if this was the last. */
  next: ReplayPlace | undefined
}

/** How far the changes have been read: a change's place in the feed. */
export type ReplayPlace = { ord: number; position: number }

type Row = { incarnation: string; below: string | number; reached: string | number }
type ChangeRow = Row & {
  kind: 'record' | 'tombstone' | 'unsettled'
  user_id: string | null
  ord: string | number
  position: string | number
}

const PAGE_CHANGES = 1000
// These are read again at every poll while a transaction stays open.
const UNSETTLED_CHANGES = 200
const FEED = sql`(
  select incarnation,
    pg_snapshot_xmin(pg_current_snapshot())::text::bigint + ord_offset as below,
    pg_snapshot_xmax(pg_current_snapshot())::text::bigint + ord_offset as reached
  from ${timezoneFeed} limit 1
) as feed`

export async function findServerProgress({ drizzle }: Pick<Database, 'drizzle'>): Promise<ServerProgress> {
  const { rows } = (await drizzle.execute(sql`select * from ${FEED}`)) as unknown as { rows: Row[] }
  return toServerProgress(rows[0])
}

/**
 * The changes after a place: in order, those that are settled (every earlier transaction has ended), then the newest of
 * the others, in any order. The others are returned again once they are settled; without them, one open transaction
 * would hold back all later changes.
 */
export async function findReplayed(
  { drizzle }: Pick<Database, 'drizzle'>,
  after: ReplayPlace,
): Promise<Replayed> {
  const settled = sql`(ord, position) > (${after.ord}::bigint, ${after.position}::bigint) and ord < feed.below
    order by ord, position limit ${PAGE_CHANGES}`
  const unsettled = sql`ord >= feed.below order by ord desc, position desc limit ${UNSETTLED_CHANGES}`
  const place = sql`user_id, ord, position`
  const { rows } = (await drizzle.execute(sql`
    select feed.*, change.kind, change.user_id, change.ord, change.position
    from ${FEED}
    left join lateral (
      (select 'record' as kind, ${place} from ${timezones} where ord > 0 and ${settled})
      union all (select 'tombstone', ${place} from ${timezoneTombstones} where ${settled})
      union all (select 'unsettled', ${place} from ${timezones} where ord > 0 and ${unsettled})
      union all (select 'unsettled', ${place} from ${timezoneTombstones} where ${unsettled})
    ) as change on true`)) as unknown as { rows: ChangeRow[] }
  const progress = toServerProgress(rows[0])
  return {
    ...progress,
    userIds: rows.flatMap(({ user_id }) => user_id ?? []),
    next: earlier(endOf(rows, 'record'), endOf(rows, 'tombstone')),
  }
}

function toServerProgress(row: Row | undefined): ServerProgress {
  if (row === undefined) throw new Error('The table timezone_feed is empty')
  return { incarnation: row.incarnation, below: Number(row.below), reached: Number(row.reached) }
}

/** The last place of a full page, which may hide later ones. */
function endOf(rows: readonly ChangeRow[], kind: ChangeRow['kind']): ReplayPlace | undefined {
  const page = rows.filter((row) => row.kind === kind)
  const last = page.length < PAGE_CHANGES ? undefined : page.at(-1)
  return last && { ord: Number(last.ord), position: Number(last.position) }
}

function earlier(a: ReplayPlace | undefined, b: ReplayPlace | undefined): ReplayPlace | undefined {
  if (a === undefined || b === undefined) return a ?? b
  return a.ord < b.ord || (a.ord === b.ord && a.position < b.position) ? a : b
}
