import type { Database } from '@timezone-registry/db'
import { databaseErrorKind } from '@timezone-registry/db/database-error'
import { nextUpdatedAt, recordColumns, shownTime, timezones } from '@timezone-registry/db/record-tables'
import { handleWhen, retry } from 'cockatiel'
import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import { changeRecord } from './locked-record-queries.ts'
import type {
  Decide,
  Decided,
  ExpectingTimezone,
  PlacedRecord,
  TimezoneRecord,
  User,
  Visibility,
} from './record.ts'

/** The records in the database. Each write is one statement, committed when its promise resolves. */
export type RecordStore = {
  /** The records of the users that have one, in any order, but none that is seen by fewer than `sight` says. */
  findMany(userIds: readonly string[], sight?: Visibility): Promise<PlacedRecord[]>
  /**
   * Writes, in one statement, those whose session has not ended and whose `expected` record is the stored one; each user
   * may occur once, and all have the same `visibility`, `keepsPrivate` and `stateOf` what they expect. Resolves to the new
   * records, in any order.
   */
  setMany(newTimezones: readonly ExpectingTimezone[]): Promise<TimezoneRecord[]>
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
  database: Pick<Database, 'drizzle' | 'transaction'>,
  { defaultVisibility = 'public' }: { defaultVisibility?: Visibility } = {},
): RecordStore {
  // As PostgreSQL recommends, a transaction that lost a conflict is retried.
  const conflicts = retry(
    handleWhen((error) => databaseErrorKind(error) === 'conflict'),
    { maxAttempts: 2 },
  )
  const { drizzle } = database
  const { find, remove } = prepareStatements(drizzle)
  const sets = prepareSets(drizzle, defaultVisibility)

  return {
    findMany: (userIds, sight = 'private') => find.execute({ userIds, hidden: HIDDEN[sight] }),
    setMany: async (newTimezones) => {
      const { visibility, keepsPrivate = false, expected } = newTimezones[0] ?? {}
      const set = sets[stateOf(expected)][visibility === undefined ? 'keeping' : 'choosing']
      return conflicts.execute(() => set.execute({ ...columnsOf(newTimezones), visibility, keepsPrivate }))
    },
    removeMany: (userIds) => conflicts.execute(() => remove.execute({ userIds })),
    change: (user, decide) =>
      conflicts.execute(() => changeRecord(database, { user, decide, defaultVisibility })),
  }
}

// Writes lock rows in key order; otherwise two statements with the same users could deadlock.
function prepareStatements(drizzle: Database['drizzle']) {
  const hasGivenId = sql`${timezones.userId} = any(${sql.placeholder('userIds')})`
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
    remove: drizzle
      .delete(timezones)
      .where(sql`${timezones.userId} in ${locked}`)
      .returning(recordColumns)
      .prepare('remove_timezones'),
  }
}

/** What a set expects: `anything`, `nothing`, or a `record`. */
export function stateOf(expected: ExpectingTimezone['expected']): 'anything' | 'nothing' | 'record' {
  if (expected === undefined) return 'anything'
  return expected === 'nothing' ? 'nothing' : 'record'
}

function columnsOf(newTimezones: readonly ExpectingTimezone[]) {
  const expected = newTimezones.map(({ expected }) => (expected === 'nothing' ? undefined : expected))
  return {
    userIds: newTimezones.map(({ user }) => user.id),
    usernames: newTimezones.map(({ user }) => user.username),
    zones: newTimezones.map(({ timezone }) => timezone),
    sessions: newTimezones.map(({ user }) => user.session ?? null),
    times: expected.map((record) => record?.updatedAt ?? null),
    ords: expected.map((record) => record?.ord ?? 0),
    positions: expected.map((record) => record?.position ?? 0),
  }
}

// Skips a session that is being ended: waiting for that would hold up the whole batch.
const LIVE = sql`select id_hash from sessions where id_hash = any(${sql.placeholder('sessions')}::text[]) order by id_hash for key share skip locked`
const GIVEN = sql`unnest(${sql.placeholder('userIds')}::text[], ${sql.placeholder('usernames')}::text[], ${sql.placeholder('zones')}::text[], ${sql.placeholder('sessions')}::text[]) as given (user_id, username, timezone, session)`
// By its place too: other programs may change a public record without a new time.
const EXPECTED = sql`select timezones.user_id from timezones join unnest(${sql.placeholder('userIds')}::text[], ${sql.placeholder('times')}::timestamptz[], ${sql.placeholder('ords')}::bigint[], ${sql.placeholder('positions')}::bigint[]) as expected (user_id, updated_at, ord, position) using (user_id, ord, position) where date_trunc('milliseconds', ${shownTime(timezones.updatedAt)}) is not distinct from expected.updated_at order by timezones.user_id for update of timezones`

/** The statements that write a batch and check its sessions, by what the sets expect. */
function prepareSets(drizzle: Database['drizzle'], defaultVisibility: Visibility) {
  const values = {
    username: sql`excluded.username`,
    timezone: sql`excluded.timezone`,
    updatedAt: nextUpdatedAt,
  }
  const visibly = {
    ...values,
    visibility: sql`case when ${sql.placeholder('keepsPrivate')} and ${timezones.visibility} = 'private' then 'private' else excluded.visibility end`,
  }
  const insert = (visibility: SQL, [held, isExpected] = [sql``, sql``]) =>
    drizzle
      .insert(timezones)
      .select(
        sql`with live as materialized (${LIVE})${held} select user_id, username, timezone, now(), now(), ${visibility}::text, null, 0, 0 from ${GIVEN} where (session is null or session in (select id_hash from live))${isExpected} order by user_id`,
      )
  const expecting: [SQL, SQL] = [
    sql`, expected as materialized (${EXPECTED})`,
    sql` and user_id in (select user_id from expected)`,
  ]
  const [byDefault, given] = [sql`${defaultVisibility}`, sql`${sql.placeholder('visibility')}`]
  const target = timezones.userId
  // Two of each, because triggers fire for a visibility that is set, even to itself.
  const prepare = (name: string, condition?: [SQL, SQL]) => ({
    keeping: insert(byDefault, condition)
      .onConflictDoUpdate({ target, set: values })
      .returning(recordColumns)
      .prepare(name),
    choosing: insert(given, condition)
      .onConflictDoUpdate({ target, set: visibly })
      .returning(recordColumns)
      .prepare(`${name}_and_visibility`),
  })
  const create = (name: string, visibility: SQL) =>
    insert(visibility).onConflictDoNothing().returning(recordColumns).prepare(name)
  return {
    anything: prepare('set_timezones'),
    record: prepare('replace_timezones', expecting),
    nothing: {
      keeping: create('create_timezones', byDefault),
      choosing: create('create_timezones_and_visibility', given),
    },
  }
}
