import type { Database } from '@timezone-registry/db'
import { nextUpdatedAt, recordColumns, timezones } from '@timezone-registry/db/schema'
import { and, eq, sql } from 'drizzle-orm'
import type { ConditionalStatements } from './timezone-store.ts'

/**
 * Statements that name the state they expect. PostgreSQL checks it again on the locked row, so of several writers that
 * read the same state, exactly one succeeds.
 */
export function createConditionalStatements({ drizzle }: Pick<Database, 'drizzle'>): ConditionalStatements {
  const given = (name: string) => sql.placeholder(name)
  const isVersion = and(
    eq(timezones.userId, given('userId')),
    eq(timezones.ord, given('ord')),
    eq(timezones.position, given('position')),
  )
  const find = drizzle
    .select({ ...recordColumns, ord: timezones.ord, position: timezones.position })
    .from(timezones)
    .where(eq(timezones.userId, given('userId')))
    .prepare('find_timezone_version')
  const create = drizzle
    .insert(timezones)
    .values({ userId: given('userId'), username: given('username'), timezone: given('timezone') })
    .onConflictDoNothing()
    .returning(recordColumns)
    .prepare('create_timezone')
  const replace = drizzle
    .update(timezones)
    .set({
      username: sql`${given('username')}`,
      timezone: sql`${given('timezone')}`,
      updatedAt: nextUpdatedAt,
    })
    .where(isVersion)
    .returning(recordColumns)
    .prepare('replace_timezone_version')
  const remove = drizzle
    .delete(timezones)
    .where(isVersion)
    .returning({ userId: timezones.userId })
    .prepare('remove_timezone_version')

  return {
    findVersion: async (userId) => (await find.execute({ userId }))[0],
    replace: async (version, { user, timezone }) => {
      const values = { userId: user.id, username: user.username, timezone }
      const written = version ? replace.execute({ ...version, ...values }) : create.execute(values)
      return (await written)[0]
    },
    removeVersion: async ({ userId, ord, position }) =>
      (await remove.execute({ userId, ord, position })).length > 0,
  }
}
