import type { Database } from '@timezone-registry/db'
import { sessions } from '@timezone-registry/db/access-tables'
import { databaseErrorKind } from '@timezone-registry/db/database-error'
import { nextUpdatedAt, recordColumns, shownTime, timezones } from '@timezone-registry/db/record-tables'
import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { isLiveSession, type SessionLimits } from '../access/sessions/session-store.ts'
import { sessionEnded } from '../errors.ts'
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
   * Writes, in one statement, those whose session is live and whose `expected` record is the stored one; each user may occur
   * once, and all have the same `visibility`, `keepsPrivate` and `stateOf` what they expect. Resolves to the new records, in
   * any order.
   */
  setMany(newTimezones: readonly ExpectingTimezone[]): Promise<PlacedRecord[]>
  /** Deletes all or none. Resolves to the deleted records, in any order. */
  removeMany(userIds: readonly string[]): Promise<PlacedRecord[]>
  /**
   * Locks the user's record, and makes the change that `decide` returns for it, in one transaction, which begins with `first`.
   * Rejects with `Unauthenticated`, and writes nothing, if the user's session has ended.
   */
  change(user: Pick<User, 'id' | 'session'>, decide: Decide, first?: FirstWork): Promise<Decided>
}

/** What a transaction does before it locks the record. */
type FirstWork = (drizzle: Database['drizzle']) => Promise<void>

/** What is hidden from a caller who sees records of this visibility and of those that more people see. */
const HIDDEN: Record<Visibility, Visibility[]> = {
  private: [],
  unlisted: ['private'],
  public: ['private', 'unlisted'],
}

type RecordStoreOptions = {
  sessions: SessionLimits
  /** Of new records. */
  defaultVisibility?: Visibility
}

export function createRecordStore(
  database: Database,
  { sessions: limits, defaultVisibility = 'public' }: RecordStoreOptions,
): RecordStore {
  const { drizzle } = database
  const { find, remove } = prepareStatements(drizzle)
  const sets = prepareSets(drizzle, { isSignedIn: isSignedIn(limits), defaultVisibility })

  return {
    findMany: (userIds, sight = 'private') => find.execute({ userIds, hidden: HIDDEN[sight] }),
    setMany: async (newTimezones) => {
      const { visibility, keepsPrivate = false, expected } = newTimezones[0] ?? {}
      const set = sets[visibility === undefined ? 'keeping' : 'choosing'][stateOf(expected)]
      const given = JSON.stringify(newTimezones.map(toGiven))
      return retryConflicts(() => set.execute({ given, visibility, keepsPrivate }))
    },
    removeMany: (userIds) => retryConflicts(() => remove.execute({ userIds })),
    change: (user, decide, first) =>
      retryConflicts(() => changeRecord(database, { user, decide, first, defaultVisibility, limits })),
  }
}

const MAX_ATTEMPTS = 3

/** As PostgreSQL recommends, a transaction that lost a conflict is tried again. */
async function retryConflicts<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || databaseErrorKind(error) !== 'conflict') throw error
    }
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
      .returning()
      .prepare('remove_timezones'),
  }
}

/** What a set expects: `anything`, `nothing`, or a `record`. */
export function stateOf(expected: ExpectingTimezone['expected']): 'anything' | 'nothing' | 'record' {
  if (expected === undefined) return 'anything'
  return expected === 'nothing' ? 'nothing' : 'record'
}

function toGiven({ user: { id, username, session }, timezone, expected }: ExpectingTimezone) {
  const set = { user_id: id, username, timezone, session }
  if (expected === undefined || expected === 'nothing') return set
  return { ...set, updated_at: expected.updatedAt, ord: expected.ord, position: expected.position }
}

// Not arrays: PostgreSQL would estimate their lengths, and plan the statement anew for each batch.
const GIVEN = sql`json_to_recordset(${sql.placeholder('given')}) as given (user_id text, username text, timezone text, session text, updated_at timestamptz, ord bigint, position bigint)`

/** Skips a session that is being ended: waiting for that would hold up the whole batch. */
function isSignedIn(limits: SessionLimits): SQL {
  return sql`(session is null or exists (select from sessions where id_hash = session and ${isLiveSession(limits)} for key share skip locked))`
}

/** The statements that write a batch and check its sessions, by what the sets expect. */
function prepareSets(
  drizzle: Database['drizzle'],
  { isSignedIn, defaultVisibility }: { isSignedIn: SQL; defaultVisibility: Visibility },
) {
  const chosen = sql`${sql.placeholder('visibility')}::text`
  const insert = (visibility: SQL) =>
    drizzle
      .insert(timezones)
      .select(
        sql`select user_id, username, timezone, now(), now(), ${visibility}, null, 0, 0 from ${GIVEN} where ${isSignedIn} order by user_id`,
      )
  // By its place too: other programs may change a public record without a new time.
  const expected = sql`(
    select user_id, given.username, given.timezone from timezones join ${GIVEN} using (user_id, ord, position)
    where date_trunc('milliseconds', ${shownTime(timezones.updatedAt)}) is not distinct from given.updated_at and ${isSignedIn}
    order by user_id for update of timezones) as given`
  const valuesOf = (source: SQL) => ({
    username: sql`${source}.username`,
    timezone: sql`${source}.timezone`,
    updatedAt: nextUpdatedAt,
  })
  const visibility = sql`case when ${sql.placeholder('keepsPrivate')} and ${timezones.visibility} = 'private' then 'private' else ${chosen} end`
  const target = timezones.userId

  const write = (name: string, { created, more = {} }: { created: SQL; more?: { visibility?: SQL } }) => ({
    anything: insert(created)
      .onConflictDoUpdate({ target, set: { ...valuesOf(sql`excluded`), ...more } })
      .returning()
      .prepare(`set_timezones${name}`),
    nothing: insert(created).onConflictDoNothing().returning().prepare(`create_timezones${name}`),
    record: drizzle
      .update(timezones)
      .set({ ...valuesOf(sql`given`), ...more })
      .from(expected)
      .where(sql`${timezones.userId} = given.user_id`)
      .returning(getTableColumns(timezones))
      .prepare(`replace_timezones${name}`),
  })
  // Two of each, because triggers fire for a visibility that is set, even to itself.
  return {
    keeping: write('', { created: sql`${defaultVisibility}::text` }),
    choosing: write('_and_visibility', { created: chosen, more: { visibility } }),
  }
}

type Change = {
  user: { id: string; session?: string }
  decide: Decide
  first: FirstWork | undefined
  defaultVisibility: Visibility
  limits: SessionLimits
}

function changeRecord(
  { transaction }: Database,
  { user, decide, first, defaultVisibility, limits }: Change,
): Promise<Decided> {
  return transaction(async (drizzle) => {
    // Before the record, as an erasure does: it either ends the session first, or removes what is written here.
    if (user.session !== undefined) await lockSession(drizzle, user.session, limits)
    await first?.(drizzle)
    const isUser = eq(timezones.userId, user.id)
    const [current] = await drizzle.select(recordColumns).from(timezones).where(isUser).for('update')
    const decision = decide(current)
    if (decision === undefined || decision === 'keep' || (decision === 'removal' && current === undefined))
      return { isRefused: decision === undefined, record: current }
    if (decision === 'removal')
      return written(await drizzle.delete(timezones).where(isUser).returning(recordColumns))
    if (current !== undefined) {
      // Who sees a record is not part of what it says.
      const isVisibilityOnly = Object.keys(decision).every((column) => column === 'visibility')
      const values = { ...decision, ...(!isVisibilityOnly && { updatedAt: nextUpdatedAt }) }
      return written(await drizzle.update(timezones).set(values).where(isUser).returning(recordColumns))
    }
    const { username = '', timezone = '', visibility = defaultVisibility } = decision
    const values = { ...decision, userId: user.id, username, timezone, visibility }
    return written(await drizzle.insert(timezones).values(values).returning(recordColumns))
  })
}

async function lockSession(
  drizzle: Database['drizzle'],
  idHash: string,
  limits: SessionLimits,
): Promise<void> {
  const found = await drizzle
    .select({ idHash: sessions.idHash })
    .from(sessions)
    .where(and(eq(sessions.idHash, idHash), isLiveSession(limits)))
    .for('key share')
  if (found.length === 0) throw sessionEnded()
}

function written([record]: TimezoneRecord[]): Decided {
  return { isRefused: false, record }
}
