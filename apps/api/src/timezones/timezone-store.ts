import type { Database } from '@timezone-registry/db'
import { databaseErrorKind } from '@timezone-registry/db/errors'
import { timezones } from '@timezone-registry/db/schema'
import { handleWhen, retry } from 'cockatiel'
import { eq, sql } from 'drizzle-orm'
import type { ZoneName } from './zone-names.ts'

export type TimezoneRecord = typeof timezones.$inferSelect

export type User = { id: string; username: string }

/** The records in the database. Each write is one statement, committed when its promise resolves. */
export type TimezoneStore = {
  find(userId: string): Promise<TimezoneRecord | undefined>
  set(user: User, timezone: ZoneName): Promise<TimezoneRecord>
  /** True when there was a record. */
  remove(userId: string): Promise<boolean>
}

export function createTimezoneStore({ drizzle }: Pick<Database, 'drizzle'>): TimezoneStore {
  // PostgreSQL asks for this: a transaction that lost against another one is sent again.
  const conflicts = retry(
    handleWhen((error) => databaseErrorKind(error) === 'conflict'),
    { maxAttempts: 2 },
  )

  const find = drizzle
    .select()
    .from(timezones)
    .where(eq(timezones.userId, sql.placeholder('userId')))
    .prepare('find_timezone')

  const upsert = drizzle
    .insert(timezones)
    .values({
      userId: sql.placeholder('userId'),
      username: sql.placeholder('username'),
      timezone: sql.placeholder('timezone'),
    })
    .onConflictDoUpdate({
      target: timezones.userId,
      set: {
        username: sql`excluded.username`,
        timezone: sql`excluded.timezone`,
        // Moves at every set by what the API shows, milliseconds, even when the clock stood still or went back.
        updatedAt: sql`greatest(now(), ${timezones.updatedAt} + interval '1 millisecond')`,
      },
    })
    .returning()
    .prepare('set_timezone')

  const remove = drizzle
    .delete(timezones)
    .where(eq(timezones.userId, sql.placeholder('userId')))
    .returning({ userId: timezones.userId })
    .prepare('remove_timezone')

  return {
    find: async (userId) => (await find.execute({ userId }))[0],
    set: async ({ id, username }, timezone) => {
      const [record] = await conflicts.execute(() => upsert.execute({ userId: id, username, timezone }))
      if (record === undefined) throw new Error('An upsert returned no row')
      return record
    },
    remove: async (userId) => (await conflicts.execute(() => remove.execute({ userId }))).length > 0,
  }
}
