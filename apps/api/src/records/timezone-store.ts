import type { Database } from '@timezone-registry/db'
import { databaseErrorKind } from '@timezone-registry/db/errors'
import { recordColumns, timezones } from '@timezone-registry/db/schema'
import { handleWhen, retry } from 'cockatiel'
import { eq, gt, sql } from 'drizzle-orm'
import type { ZoneName } from '../zones/zone-names.ts'
import { joinListPage } from './list-page.ts'

export type TimezoneRecord = Omit<typeof timezones.$inferSelect, 'ord' | 'position'>

export type User = { id: string; username: string }

/** A value that somebody wants to be a user's record. */
export type NewTimezone = { user: User; timezone: ZoneName }

/** A piece of the map of all records: JSON members with commas between them, and the id to go on after. */
type ListPage = { json: string; lastUserId: string }

export type ZoneCount = { timezone: string; users: number; usersSinceMonday: number }

/** The records in the database. Each write is one statement, committed when its promise resolves. */
export type TimezoneStore = {
  /** The records of those who have one, in no order. */
  findMany(userIds: readonly string[]): Promise<TimezoneRecord[]>
  /** The next `size` records by user id, written by the database; undefined at the end. */
  findListPage(options: { after: string; size: number }): Promise<ListPage | undefined>
  /** One entry for each zone that somebody has, by its name as stored. Reads the whole table. */
  countByZone(): Promise<ZoneCount[]>
  /** All or none; each user at most once. */
  setMany(newTimezones: readonly NewTimezone[]): Promise<TimezoneRecord[]>
  /** True when there was a record. */
  remove(userId: string): Promise<boolean>
}

export function createTimezoneStore({
  drizzle,
  withConnection,
}: Pick<Database, 'drizzle' | 'withConnection'>): TimezoneStore {
  // PostgreSQL asks for this: a transaction that lost against another one is sent again.
  const conflicts = retry(
    handleWhen((error) => databaseErrorKind(error) === 'conflict'),
    { maxAttempts: 2 },
  )

  const findMany = drizzle
    .select(recordColumns)
    .from(timezones)
    .where(sql`${timezones.userId} = any(${sql.placeholder('userIds')})`)
    .prepare('find_timezones')

  const page = drizzle
    .select({ userId: timezones.userId, username: timezones.username, timezone: timezones.timezone })
    .from(timezones)
    .where(gt(timezones.userId, sql.placeholder('after')))
    .orderBy(timezones.userId)
    .limit(sql.placeholder('size'))
    .as('page')
  const separator = sql.raw(`E'\\x01'`)
  // Joined by the database and escaped here, a million records take a third of the time that `to_json` takes.
  const listColumns = drizzle
    .select({
      userIds: sql<string | null>`string_agg(${page.userId}, ${separator})`,
      usernames: sql<string | null>`string_agg(${page.username}, ${separator})`,
      zones: sql<string | null>`string_agg(${page.timezone}, ${separator})`,
      count: sql<number>`count(*)::int`,
      lastUserId: sql<string | null>`max(${page.userId})`,
    })
    .from(page)
    .prepare('list_timezones')
  // For rows that hold the separator: slow, and right for anything that a text column takes.
  const listJson = drizzle
    .select({
      json: sql<
        string | null
      >`string_agg(to_json(${page.userId}) || ':{"username":' || to_json(${page.username}) || ',"timezone":' || to_json(${page.timezone}) || '}', ',')`,
      lastUserId: sql<string | null>`max(${page.userId})`,
    })
    .from(page)
    .prepare('list_timezones_as_json')

  const upsert = drizzle
    .insert(timezones)
    .select(
      // In the order of the key: two statements with the same users must not wait for each other.
      sql`select user_id, username, timezone, now(), now(), 0, 0 from unnest(${sql.placeholder('userIds')}::text[], ${sql.placeholder('usernames')}::text[], ${sql.placeholder('zones')}::text[]) as given (user_id, username, timezone) order by user_id`,
    )
    .onConflictDoUpdate({
      target: timezones.userId,
      set: {
        username: sql`excluded.username`,
        timezone: sql`excluded.timezone`,
        // Moves at every set by what the API shows, milliseconds, even when the clock stood still or went back.
        updatedAt: sql`greatest(now(), ${timezones.updatedAt} + interval '1 millisecond')`,
      },
    })
    .returning(recordColumns)
    .prepare('set_timezones')

  const remove = drizzle
    .delete(timezones)
    .where(eq(timezones.userId, sql.placeholder('userId')))
    .returning({ userId: timezones.userId })
    .prepare('remove_timezone')

  return {
    findMany: (userIds) => findMany.execute({ userIds }),
    findListPage: async ({ after, size }) => {
      const [found] = await listColumns.execute({ after, size })
      if (found === undefined || found.lastUserId === null) return undefined
      const { lastUserId, count, userIds, usernames, zones } = found
      const json = joinListPage({
        userIds: userIds ?? '',
        usernames: usernames ?? '',
        zones: zones ?? '',
        count,
      })
      if (json !== undefined) return { json, lastUserId }
      const [slow] = await listJson.execute({ after, size })
      return slow?.json ? { json: slow.json, lastUserId: slow.lastUserId ?? lastUserId } : undefined
    },
    // On a connection of its own: ten million rows take longer than the pool gives a statement.
    countByZone: () =>
      withConnection(async (query) => {
        const { rows } = await query(COUNT_BY_ZONE)
        return rows.map(({ timezone, users, users_since_monday }) => ({
          timezone: String(timezone),
          users: Number(users),
          usersSinceMonday: Number(users_since_monday),
        }))
      }),
    setMany: (newTimezones) => {
      const columns = {
        userIds: newTimezones.map(({ user }) => user.id),
        usernames: newTimezones.map(({ user }) => user.username),
        zones: newTimezones.map(({ timezone }) => timezone),
      }
      return conflicts.execute(() => upsert.execute(columns))
    },
    remove: async (userId) => (await conflicts.execute(() => remove.execute({ userId }))).length > 0,
  }
}

const COUNT_BY_ZONE = `
  select timezone, count(*) as users,
    count(*) filter (where created_at >= date_trunc('week', now() at time zone 'UTC') at time zone 'UTC') as users_since_monday
  from timezones group by timezone`
