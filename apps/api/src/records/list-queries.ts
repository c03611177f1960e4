import type { Database } from '@timezone-registry/db'
import { timezoneFeed } from '@timezone-registry/db/feed-tables'
import { isPublic, timezones } from '@timezone-registry/db/record-tables'
import { and, gt, type SQL, sql } from 'drizzle-orm'
import { createTailQueries, type Server, type TailQueries } from '../feed/tail-queries.ts'

/** Some of the public records, in an order of the database's own, and where they were read. */
type ListBatch = Server & { records: [userId: string, username: string, timezone: string][] }

export type ZoneCount = { timezone: string; users: number; usersSinceMonday: number }

/** The queries that read all public records, and whether they have changed. */
export type ListQueries = TailQueries & {
  /**
   * The next `size` public records by user id; none at the end. Without `after`, the first ones: rows from before the
   * table's rule may have an empty id, which no id precedes.
   */
  findListBatch(options: { after: string | undefined; size: number }): Promise<ListBatch>
  /** One entry for each zone of a public record, by its name as stored. Reads the whole table. */
  countByZone(): Promise<ZoneCount[]>
}

export function createListQueries(database: Database): ListQueries {
  const { drizzle, withConnection } = database
  const first = prepareBatch(drizzle, { name: 'list_first_timezones' })
  const next = prepareBatch(drizzle, {
    name: 'list_timezones',
    where: gt(timezones.userId, sql.placeholder('after')),
  })

  return {
    ...createTailQueries(database),
    findListBatch: async (options) => {
      const [batch] = await (options.after === undefined ? first : next).execute(options)
      if (batch === undefined) throw new Error('The table timezone_feed is empty')
      return batch
    },
    // On a separate connection: ten million rows take longer than the pool's statement timeout.
    countByZone: () =>
      withConnection(async (query) => {
        // Without parallel workers, so that the time that it takes is the processor time.
        await query('begin')
        await query('set local max_parallel_workers_per_gather = 0')
        const { rows } = await query(COUNT_BY_ZONE)
        await query('commit')
        return rows.map(({ timezone, users, users_since_monday }) => ({
          timezone: String(timezone),
          users: Number(users),
          usersSinceMonday: Number(users_since_monday),
        }))
      }),
  }
}

function prepareBatch(drizzle: Database['drizzle'], { name, where }: { name: string; where?: SQL }) {
  const batch = drizzle
    .select({ userId: timezones.userId, username: timezones.username, timezone: timezones.timezone })
    .from(timezones)
    .where(and(isPublic, where))
    .orderBy(timezones.userId)
    .limit(sql.placeholder('size'))
    .as('batch')
  const record = sql`json_build_array(${batch.userId}, ${batch.username}, ${batch.timezone})`
  return drizzle
    .select({
      // One value, because a row for each record takes several times as long to read.
      records: sql<ListBatch['records']>`(select coalesce(json_agg(${record}), '[]') from ${batch})`,
      incarnation: timezoneFeed.incarnation,
      server: sql<string>`pg_postmaster_start_time()::text`,
    })
    .from(timezoneFeed)
    .limit(1)
    .prepare(name)
}

// Monday is a subquery, because PostgreSQL calculates it for each record otherwise.
const COUNT_BY_ZONE = `
  select timezone, count(*) as users,
    count(*) filter (where created_at >= (select date_trunc('week', now() at time zone 'UTC') at time zone 'UTC')) as users_since_monday
  from timezones where visibility = 'public' group by timezone`

// So that the work takes at most a twentieth of a core.
const REUSE_FACTOR = 20
const LEAST_REUSE_MILLISECONDS = 1000

/** No result is returned that is older. */
export const MAX_AGE_MILLISECONDS = 60_000

/** For how long a result is returned, from when the work began that took so long. The next one ends before it is too old. */
export function reusedFor(takenMilliseconds: number): number {
  const wait = Math.max(LEAST_REUSE_MILLISECONDS, REUSE_FACTOR * takenMilliseconds)
  return Math.min(takenMilliseconds + wait, MAX_AGE_MILLISECONDS - takenMilliseconds)
}
