import type { Change } from '@timezone-registry/contract'
import type { Database } from '@timezone-registry/db'
import { timezoneChangeLog, timezoneChanges } from '@timezone-registry/db/schema'
import { sql } from 'drizzle-orm'
import type { Cursor } from './cursor.ts'

export type LoggedChange = { change: Change; cursor: Cursor }

/** Where the log is at one moment. */
type LogState = {
  /** Every change before it is visible, and none will appear before it. */
  end: Cursor
  /** Differs whenever the records differ. */
  version: string
}

/** The change log: read only up to where no transaction under way could still put a change in between. */
export type ChangeStore = {
  /**
   * The next `limit` changes, from the oldest that is kept where there is no cursor.
   * Undefined when changes after the cursor were pruned, or the cursor is not of this log.
   */
  findAfter(cursor: Cursor | undefined, limit: number): Promise<LoggedChange[] | undefined>
  findState(): Promise<LogState>
  /** Forgets at most `limit` of the changes that are older than that; true when there may be more of them. */
  prune(options: { olderThanDays: number; limit: number }): Promise<boolean>
}

type ChangeRow = {
  type: 'set' | 'delete'
  user_id: string
  username: string | null
  timezone: string | null
  at: string
  ord: string | number
  position: string | number
}

// Transactions below the oldest one that is under way have all ended: what they wrote is there, and nothing is added.
const SETTLED_BELOW = sql`pg_snapshot_xmin(pg_current_snapshot())::text::bigint + ord_offset`
const ISO = 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'

export function createChangeStore({ drizzle }: Pick<Database, 'drizzle'>): ChangeStore {
  return {
    findAfter: async (cursor, limit) => {
      const { ord, position } = cursor ?? { ord: 0, position: 0 }
      const rows = await run<{ known: boolean } & Partial<ChangeRow>>(sql`
        select log.known, change.*
        from (
          select ${SETTLED_BELOW} as below,
            ${cursor === undefined} or ((${ord}::bigint, ${position}::bigint) >= (pruned_ord, pruned_position)
              and ${ord}::bigint <= ${SETTLED_BELOW}) as known
          from ${timezoneChangeLog}
        ) as log
        left join lateral (
          select type, user_id, username, timezone, ord, position, to_char(at at time zone 'UTC', ${ISO}) as at
          from ${timezoneChanges}
          where (ord, position) > (${ord}::bigint, ${position}::bigint) and ord < log.below
          order by ord, position limit ${limit}
        ) as change on true
        order by change.ord, change.position`)
      if (rows[0]?.known !== true) return undefined
      return rows.filter((row): row is { known: boolean } & ChangeRow => row.user_id !== null).map(toChange)
    },
    findState: async () => {
      const [row] = await run<{
        below: string
        last_ord: string
        last_position: string
        unsettled: string
      }>(sql`
        select log.below,
          coalesce(last.ord, log.pruned_ord) as last_ord,
          coalesce(last.position, log.pruned_position) as last_position,
          -- While older transactions are under way, what is visible beyond them tells the states apart.
          (select coalesce(sum(position), 0) from ${timezoneChanges} where ord >= log.below) as unsettled
        from (select ${SETTLED_BELOW} as below, * from ${timezoneChangeLog}) as log
        left join lateral (
          select ord, position from ${timezoneChanges} order by ord desc, position desc limit 1
        ) as last on true`)
      if (row === undefined) throw new Error('The change log has no row about itself')
      return {
        end: { ord: Number(row.below), position: 0 },
        version: [row.last_ord, row.last_position, row.unsettled]
          .map((part) => Number(part).toString(36))
          .join('-'),
      }
    },
    prune: async ({ olderThanDays, limit }) => {
      const [row] = await run<{ pruned: string }>(sql`
        with oldest as (
          select ord, position, at from ${timezoneChanges} order by ord, position limit ${limit}
        ), removed as (
          delete from ${timezoneChanges} as change using oldest
          where (change.ord, change.position) = (oldest.ord, oldest.position)
            and oldest.at < now() - make_interval(days => ${olderThanDays})
          returning change.ord, change.position
        ), last as (
          select ord, position from removed order by ord desc, position desc limit 1
        ), marked as (
          update ${timezoneChangeLog} set pruned_ord = last.ord, pruned_position = last.position from last
          where (last.ord, last.position) > (pruned_ord, pruned_position)
        )
        select count(*) as pruned from removed`)
      return Number(row?.pruned) === limit
    },
  }

  async function run<Row>(query: ReturnType<typeof sql>): Promise<Row[]> {
    return ((await drizzle.execute(query)) as unknown as { rows: Row[] }).rows
  }
}

function toChange(row: ChangeRow): LoggedChange {
  const { type, user_id, username, timezone, at } = row
  return {
    cursor: { ord: Number(row.ord), position: Number(row.position) },
    change:
      type === 'set'
        ? { type, user_id, username: username ?? '', timezone: timezone ?? '', at }
        : { type, user_id, at },
  }
}
