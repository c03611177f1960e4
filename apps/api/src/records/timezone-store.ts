import type { Database } from '@timezone-registry/db'
import { databaseErrorKind } from '@timezone-registry/db/database-error'
import { nextUpdatedAt, timezones, writtenColumns } from '@timezone-registry/db/record-tables'
import type { ZoneName } from '@timezone-registry/zones/zone-names'
import { handleWhen, retry } from 'cockatiel'
import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { ReadSource } from '../feed/replica/replica.ts'
import type { OnWritten } from '../feed/replica/write-position.ts'
import { createConditionalStatements } from './conditional-queries.ts'
import { createListQueries } from './list-queries.ts'
import { noteWritten } from './note-written.ts'

export type TimezoneRecord = Omit<typeof timezones.$inferSelect, 'ord' | 'position'>

/** A record with its place in the feed, which is zero if it is not public. */
export type PlacedRecord = typeof timezones.$inferSelect

export type Visibility = TimezoneRecord['visibility']

/** A record and the id of the transaction that wrote it, which is unique to this state of the record. */
export type RecordVersion = TimezoneRecord & { writtenBy: string }

type User = {
  id: string
  username: string
  /** The stored hash of the session that sets the record; if it no longer exists, no record is created. */
  session?: string
}

/** A new value for a user's record. Without `visibility`, an existing record keeps its own. */
export type NewTimezone = { user: User; timezone: ZoneName; visibility?: Visibility | undefined }

/** A part of the map of all records. */
export type ListPage = {
  /** The id after which the next part begins. */
  lastUserId: string
  /** JSON members separated by commas. Takes about as long as the query, so the next one can run meanwhile. */
  toJson(): string
}

export type ZoneCount = { timezone: string; users: number; usersSinceMonday: number }

/** The records in the database. Each write is one statement, committed when its promise resolves. */
export type TimezoneStore = {
  /** The records of the users that have one, in any order. `source` matters only where there is a replica. */
  findMany(userIds: readonly string[], source?: ReadSource): Promise<PlacedRecord[]>
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
  /**
   * Writes all or none; each user may occur once, and all have the same `visibility`. Resolves to the new records, in any
   * order.
   */
  setMany(newTimezones: readonly NewTimezone[]): Promise<TimezoneRecord[]>
  /** Changes the name of the user's record, if there is one with another name. */
  rename(user: User): Promise<void>
  /** Deletes all or none. Resolves to the deleted records, in any order. */
  removeMany(userIds: readonly string[]): Promise<TimezoneRecord[]>
} & ConditionalStatements

/** Writes that happen only if a record has not changed since it was read. */
export type ConditionalStatements = {
  findVersion(userId: string): Promise<RecordVersion | undefined>
  /**
   * Resolves to the new record; undefined if the record is no longer at `version`, or exists although `version` is
   * undefined, or if it would be created in a session that has ended.
   */
  replace(version: RecordVersion | undefined, by: NewTimezone): Promise<TimezoneRecord | undefined>
  /** Whether a session, named by its hash, is in the database. */
  hasSession(idHash: string): Promise<boolean>
  /** Resolves to the new record; undefined if the record is no longer at this version. */
  replaceVisibility(version: RecordVersion, visibility: Visibility): Promise<TimezoneRecord | undefined>
  /** Resolves to false if the record is no longer at this version. */
  removeVersion(version: RecordVersion): Promise<boolean>
}

type StoreOptions = { defaultVisibility?: Visibility; onWritten?: OnWritten }

export function createTimezoneStore(
  database: Pick<Database, 'drizzle' | 'withConnection'>,
  { defaultVisibility = 'public', onWritten = () => {} }: StoreOptions = {},
): TimezoneStore {
  // As PostgreSQL recommends, a transaction that lost a conflict is retried.
  const conflicts = retry(
    handleWhen((error) => databaseErrorKind(error) === 'conflict'),
    { maxAttempts: 2 },
  )
  const { find, upsert, upsertVisibly, remove } = prepareStatements(database.drizzle, defaultVisibility)

  const rename = prepareRename(database.drizzle)

  return {
    ...createListQueries(database),
    ...createConditionalStatements(database, { defaultVisibility, onWritten }),
    findMany: (userIds) => find.execute({ userIds }),
    setMany: async (newTimezones) => {
      const columns = {
        userIds: newTimezones.map(({ user }) => user.id),
        usernames: newTimezones.map(({ user }) => user.username),
        zones: newTimezones.map(({ timezone }) => timezone),
      }
      const visibility = newTimezones[0]?.visibility
      const execute = () =>
        visibility === undefined ? upsert.execute(columns) : upsertVisibly.execute({ ...columns, visibility })
      return noteWritten(await conflicts.execute(execute), onWritten)
    },
    rename: async ({ id, username }) =>
      void noteWritten(await conflicts.execute(() => rename.execute({ id, username })), onWritten),
    removeMany: async (userIds) =>
      noteWritten(await conflicts.execute(() => remove.execute({ userIds })), onWritten),
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
        sql`select user_id, username, timezone, now(), now(), ${visibility}::text, 0, 0 from unnest(${sql.placeholder('userIds')}::text[], ${sql.placeholder('usernames')}::text[], ${sql.placeholder('zones')}::text[]) as given (user_id, username, timezone) order by user_id`,
      )
      .onConflictDoUpdate({ target: timezones.userId, set })
      .returning(writtenColumns)

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
      .where(hasGivenId)
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
      .returning(writtenColumns)
      .prepare('remove_timezones'),
  }
}

function prepareRename(drizzle: Database['drizzle']) {
  const [id, username] = [sql.placeholder('id'), sql.placeholder('username')]
  return drizzle
    .update(timezones)
    .set({ username: sql`${username}`, updatedAt: nextUpdatedAt })
    .where(sql`${timezones.userId} = ${id} and ${timezones.username} <> ${username}`)
    .returning(writtenColumns)
    .prepare('rename_user')
}
