import type { Database } from '@timezone-registry/db'
import { databaseErrorKind } from '@timezone-registry/db/database-error'
import { nextUpdatedAt, recordColumns, timezones } from '@timezone-registry/db/record-tables'
import { handleWhen, retry } from 'cockatiel'
import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import { createListQueries, type ListQueries } from './list-queries.ts'
import { changeRecord } from './locked-record-queries.ts'
import type {
  Decide,
  Decided,
  NewTimezone,
  PlacedRecord,
  TimezoneRecord,
  User,
  Visibility,
} from './record.ts'

/** The records in the database. Each write is one statement, committed when its promise resolves. */
export type RecordStore = Pick<ListQueries, 'countByZone'> & {
  /** The records of the users that have one, in any order, but none that is seen by fewer than `sight` says. */
  findMany(userIds: readonly string[], sight?: Visibility): Promise<PlacedRecord[]>
  /**
   * Writes all or none; each user may occur once, and all have the same `visibility`. Resolves to the new records, in any
   * order.
   */
  setMany(newTimezones: readonly NewTimezone[]): Promise<TimezoneRecord[]>
  /** Deletes all or none. Resolves to the deleted records, in any order. */
  removeMany(userIds: readonly string[]): Promise<TimezoneRecord[]>
  /**
   * Locks the user's record, and makes the change that `decide` returns for it, in one transaction. Rejects with
   * `Unauthenticated`, and writes nothing, if the user's session has ended.
   */
  change(user: Pick<User, 'id' | 'session'>, decide: Decide): Promise<Decided>
}

/** What is hidden from a caller who sees records of this visibility and of those that more people see. */
const HIDDEN: Record<Visibility, Visibility[]> = {
  private: [],
  unlisted: ['private'],
  public: ['private', 'unlisted'],
}

export function createRecordStore(
  database: Pick<Database, 'drizzle' | 'withConnection' | 'transaction'>,
  { defaultVisibility = 'public' }: { defaultVisibility?: Visibility } = {},
): RecordStore {
  // As PostgreSQL recommends, a transaction that lost a conflict is retried.
  const conflicts = retry(
    handleWhen((error) => databaseErrorKind(error) === 'conflict'),
    { maxAttempts: 2 },
  )
  const { find, upsert, upsertVisibly, remove } = prepareStatements(database.drizzle, defaultVisibility)

  return {
    countByZone: createListQueries(database).countByZone,
    findMany: (userIds, sight = 'private') => find.execute({ userIds, hidden: HIDDEN[sight] }),
    setMany: async (newTimezones) => {
      const columns = {
        userIds: newTimezones.map(({ user }) => user.id),
        usernames: newTimezones.map(({ user }) => user.username),
        zones: newTimezones.map(({ timezone }) => timezone),
      }
      const visibility = newTimezones[0]?.visibility
      const execute = () =>
        visibility === undefined ? upsert.execute(columns) : upsertVisibly.execute({ ...columns, visibility })
      return conflicts.execute(execute)
    },
    removeMany: (userIds) => conflicts.execute(() => remove.execute({ userIds })),
    change: (user, decide) =>
      conflicts.execute(() => changeRecord(database, { user, decide, defaultVisibility })),
  }
}

// Writes lock rows in key order; otherwise two statements with the same users could deadlock.
function prepareStatements(drizzle: Database['drizzle'], defaultVisibility: Visibility) {
  const hasGivenId = sql`${timezones.userId} = any(${sql.placeholder('userIds')})`

  const values = {
    username: sql`excluded.username`,
    timezone: sql`excluded.timezone`,
    updatedAt: nextUpdatedAt,
  }
  const upsert = (visibility: SQL, set: typeof values & { visibility?: SQL }) =>
    drizzle
      .insert(timezones)
      .select(
        sql`select user_id, username, timezone, now(), now(), ${visibility}::text, null, 0, 0 from unnest(${sql.placeholder('userIds')}::text[], ${sql.placeholder('usernames')}::text[], ${sql.placeholder('zones')}::text[]) as given (user_id, username, timezone) order by user_id`,
      )
      .onConflictDoUpdate({ target: timezones.userId, set })
      .returning(recordColumns)

  const locked = drizzle
    .select({ userId: timezones.userId })
    .from(timezones)
    .where(hasGivenId)
    .orderBy(timezones.userId)
    .for('update')

  return {
    find: drizzle
      .select(getTableColumns(timezones))
      .from(timezones)
      .where(sql`${hasGivenId} and ${timezones.visibility} <> all(${sql.placeholder('hidden')})`)
      .prepare('find_timezones'),
    // Two, because triggers fire for a visibility that is set, even to itself.
    upsert: upsert(sql`${defaultVisibility}`, values).prepare('set_timezones'),
    upsertVisibly: upsert(sql`${sql.placeholder('visibility')}`, {
      ...values,
      visibility: sql`excluded.visibility`,
    }).prepare('set_timezones_and_visibility'),
    remove: drizzle
      .delete(timezones)
      .where(sql`${timezones.userId} in ${locked}`)
      .returning(recordColumns)
      .prepare('remove_timezones'),
  }
}
