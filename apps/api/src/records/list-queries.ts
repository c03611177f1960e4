import type { Database } from '@timezone-registry/db'
import { isPublic, timezones } from '@timezone-registry/db/record-tables'
import { and, gt, type SQL, sql } from 'drizzle-orm'
import type { ReadSource } from '../feed/replica/write-position.ts'
import { readListPage } from './list-page.ts'

/** A part of the map of all records. */
export type ListPage = {
  /** The id after which the next part begins. */
  lastUserId: string
  /** JSON members separated by commas. Takes about as long as the query, so the next one can run meanwhile. */
  toJson(): string
}

export type ZoneCount = { timezone: string; users: number; usersSinceMonday: number }

/** The queries that read all public records. */
export type ListQueries = {
  /**
   * The next `size` public records by user id; undefined at the end. Without `after`, the first ones: rows from before
   * the table's rule may have an empty id, which no id precedes. `source` keeps the primary for a list that began there:
   * a replica may have an older one.
   */
  findListPage(options: {
    after?: string | undefined
    size: number
    source?: ReadSource | undefined
  }): Promise<ListPage | undefined>
  /** One entry for each zone of a public record, by its name as stored. Reads the whole table. */
  countByZone(): Promise<ZoneCount[]>
}

export function createListQueries({
  drizzle,
  withConnection,
}: Pick<Database, 'drizzle' | 'withConnection'>): ListQueries {
  const pages = {
    first: prepareListPage(drizzle, { name: 'list_first_timezones' }),
    next: prepareListPage(drizzle, {
      name: 'list_timezones',
      where: gt(timezones.userId, sql.placeholder('after')),
    }),
  }

  return {
    findListPage: async ({ after, size }) => {
      const { columns, json } = after === undefined ? pages.first : pages.next
      const [found] = await columns.execute({ after, size })
      if (found === undefined || found.lastUserId === null) return undefined
      const { lastUserId, count, userIds, usernames, zones } = found
      const given = { userIds: userIds ?? '', usernames: usernames ?? '', zones: zones ?? '', count }
      const toJson = readListPage(given)
      if (toJson !== undefined) return { lastUserId, toJson }
      const [slow] = await json.execute({ after, size })
      const members = slow?.json
      if (!members) return undefined
      return { lastUserId: slow.lastUserId ?? lastUserId, toJson: () => members }
    },
    // On a separate connection: ten million rows take longer than the pool's statement timeout.
    countByZone: () =>
      withConnection(async (query) => {
        const { rows } = await query(COUNT_BY_ZONE)
        return rows.map(({ timezone, users, users_since_monday }) => ({
          timezone: String(timezone),
          users: Number(users),
          usersSinceMonday: Number(users_since_monday),
        }))
      }),
  }
}

function prepareListPage(drizzle: Database['drizzle'], { name, where }: { name: string; where?: SQL }) {
  const page = drizzle
    .select({ userId: timezones.userId, username: timezones.username, timezone: timezones.timezone })
    .from(timezones)
    .where(and(isPublic, where))
    .orderBy(timezones.userId)
    .limit(sql.placeholder('size'))
    .as('page')
  const separator = sql.raw(`E'\\x01'`)
  // Joining in the database and escaping here takes a third as long as `to_json` for a million records.
  const columns = drizzle
    .select({
      userIds: sql<string | null>`string_agg(${page.userId}, ${separator})`,
      usernames: sql<string | null>`string_agg(${page.username}, ${separator})`,
      zones: sql<string | null>`string_agg(${page.timezone}, ${separator})`,
      count: sql<number>`count(*)::int`,
      lastUserId: sql<string | null>`max(${page.userId})`,
    })
    .from(page)
    .prepare(name)
  // For rows that contain the separator: slower, but correct for any text.
  const json = drizzle
    .select({
      json: sql<
        string | null
      >`string_agg(to_json(${page.userId}) || ':{"username":' || to_json(${page.username}) || ',"timezone":' || to_json(${page.timezone}) || '}', ',')`,
      lastUserId: sql<string | null>`max(${page.userId})`,
    })
    .from(page)
    .prepare(`${name}_as_json`)

  return { columns, json }
}

const COUNT_BY_ZONE = `
  select timezone, count(*) as users,
    count(*) filter (where created_at >= date_trunc('week', now() at time zone 'UTC') at time zone 'UTC') as users_since_monday
  from timezones where visibility = 'public' group by timezone`
