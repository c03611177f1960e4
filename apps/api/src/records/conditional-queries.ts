import type { Database } from '@timezone-registry/db'
import { sessions } from '@timezone-registry/db/access-tables'
import { nextUpdatedAt, recordColumns, timezones, writtenColumns } from '@timezone-registry/db/record-tables'
import { and, eq, sql } from 'drizzle-orm'
import type { OnWritten } from '../feed/replica/write-position.ts'
import { noteWritten } from './note-written.ts'
import type { ConditionalStatements, Visibility } from './timezone-store.ts'

/**
 * Statements that name the state they expect. PostgreSQL checks it again on the locked row, so of several writers that
 * read the same state, exactly one succeeds. A state is named by the transaction that wrote it (`xmin`), because records
 * that are not public have no place in the feed.
 */
export function createConditionalStatements(
  { drizzle }: Pick<Database, 'drizzle'>,
  { defaultVisibility, onWritten }: { defaultVisibility: Visibility; onWritten: OnWritten },
): ConditionalStatements {
  const find = drizzle
    .select({ ...recordColumns, writtenBy: sql<string>`xmin::text` })
    .from(timezones)
    .where(eq(timezones.userId, given('userId')))
    .prepare('find_timezone_version')
  const findSession = drizzle
    .select({ idHash: sessions.idHash })
    .from(sessions)
    .where(eq(sessions.idHash, given('idHash')))
    .prepare('find_writing_session')
  const create = prepareCreate(drizzle)
  const { replace, replaceVisibly, show, remove } = prepareChanges(drizzle)

  return {
    findVersion: async (userId) => (await find.execute({ userId }))[0],
    replace: async (version, { user, timezone, visibility }) => {
      const values = { userId: user.id, username: user.username, timezone }
      const change = () =>
        visibility === undefined
          ? replace.execute({ ...version, ...values })
          : replaceVisibly.execute({ ...version, ...values, visibility })
      const written = version
        ? change()
        : create.execute({
            ...values,
            visibility: visibility ?? defaultVisibility,
            session: user.session ?? null,
          })
      return noteWritten(await written, onWritten)[0]
    },
    hasSession: async (idHash) => (await findSession.execute({ idHash })).length > 0,
    replaceVisibility: async ({ userId, writtenBy }, visibility) =>
      noteWritten(await show.execute({ userId, writtenBy, visibility }), onWritten)[0],
    removeVersion: async ({ userId, writtenBy }) =>
      noteWritten(await remove.execute({ userId, writtenBy }), onWritten).length > 0,
  }
}

function given(name: string) {
  return sql.placeholder(name)
}

function prepareCreate(drizzle: Database['drizzle']) {
  // Locks the session, so that an erasure either ends it first or deletes the new record.
  const hasSession = sql`exists (select from ${sessions} where ${sessions.idHash} = ${given('session')} for key share)`
  return drizzle
    .insert(timezones)
    .select(
      sql`select ${given('userId')}::text, ${given('username')}::text, ${given('timezone')}::text, now(), now(), ${given('visibility')}::text, 0, 0 where ${given('session')}::text is null or ${hasSession}`,
    )
    .onConflictDoNothing()
    .returning(writtenColumns)
    .prepare('create_timezone')
}

function prepareChanges(drizzle: Database['drizzle']) {
  const isVersion = and(eq(timezones.userId, given('userId')), sql`xmin = ${given('writtenBy')}::xid`)
  const values = { username: sql`${given('username')}`, timezone: sql`${given('timezone')}` }
  return {
    replace: drizzle
      .update(timezones)
      .set({ ...values, updatedAt: nextUpdatedAt })
      .where(isVersion)
      .returning(writtenColumns)
      .prepare('replace_timezone_version'),
    replaceVisibly: drizzle
      .update(timezones)
      .set({ ...values, visibility: sql`${given('visibility')}`, updatedAt: nextUpdatedAt })
      .where(isVersion)
      .returning(writtenColumns)
      .prepare('replace_timezone_version_and_visibility'),
    show: drizzle
      .update(timezones)
      .set({ visibility: sql`${given('visibility')}` })
      .where(isVersion)
      .returning(writtenColumns)
      .prepare('set_timezone_visibility'),
    remove: drizzle
      .delete(timezones)
      .where(isVersion)
      .returning(writtenColumns)
      .prepare('remove_timezone_version'),
  }
}
