import type { Database } from '@timezone-registry/db'
import { sessions } from '@timezone-registry/db/access-tables'
import { and, desc, eq, getTableColumns, gt, inArray, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { createBatcher } from '../../batcher.ts'
import type { Person } from '../identity.ts'

/** With one more login, the person's least recently used session ends. */
export const MAX_SESSIONS_PER_PERSON = 100

const MAX_REMOVED = 1000
// More than a person has, unless they are from an earlier version.
const MAX_LISTED = 1000

/** A stored session, and for how long it has been idle by the database's clock. */
type StoredSession = { person: Person; idleForSeconds: number }

/** A session as its person may see it. `publicId` reveals nothing about its secret; it is deleted some time after its end. */
export type OwnSession = { publicId: string; isLive: boolean } & typeof sessions.$inferSelect

/** Whose sessions: those of one person, or all that may write one user's record. */
type Owner = Pick<Person, 'issuer' | 'subject'> | { userId: string }

/** One session, all of an owner, or the one of them with this public id. */
export type WhichSessions = { idHash: string } | (Owner & { publicId?: string | undefined })

/** Sessions in the database. Every method is one statement. */
export type SessionStore = ReturnType<typeof createSessionStore>

/** The maximum age of a session since login, and how long it may be idle. */
export type SessionLimits = { ttlSeconds: number; idleSeconds: number }

/** Whether a session is neither too old nor idle for too long. */
export function isLiveSession({ ttlSeconds, idleSeconds }: SessionLimits): SQL {
  return sql`(${gt(sessions.createdAt, ago(ttlSeconds))} and ${gt(sessions.lastUsedAt, ago(idleSeconds))})`
}

export function createSessionStore({ drizzle }: Database, limits: SessionLimits) {
  const remove = (condition: SQL | undefined) => deleteWhere(drizzle, condition)

  return {
    /** Undefined for a session that is unknown, too old, or idle for too long. */
    find: createFind(drizzle, limits),
    add: async (idHash: string, person: Person, device: string | undefined) => {
      await drizzle.insert(sessions).values({ idHash, ...person, device })
    },
    /** Every stored session of the owner, the most recently used ones first; at most a thousand. */
    listOf: async (owner: Owner): Promise<OwnSession[]> =>
      drizzle
        .select({ ...getTableColumns(sessions), publicId, isLive: sql<boolean>`${isLiveSession(limits)}` })
        .from(sessions)
        .where(isAmong(owner))
        .orderBy(desc(sessions.lastUsedAt))
        .limit(MAX_LISTED),
    /** Gives the person's other sessions their current name and picture. Resolves to the hashes of the changed ones. */
    updateProfileOf: async (person: Person) => {
      const { username, avatar, discriminator } = person
      const isOld = sql`(username, avatar, discriminator) is distinct from (${username}::text, ${avatar}::text, ${discriminator}::text)`
      const changed = drizzle.update(sessions).set({ username, avatar, discriminator })
      return hashesOf(await changed.where(and(isAmong(person), isOld)).returning(idHash))
    },
    markUsed: async (idHash: string) => {
      await drizzle.update(sessions).set({ lastUsedAt: sql`now()` }).where(eq(sessions.idHash, idHash))
    },
    /** Resolves to the hashes of the removed sessions. */
    remove: (which: WhichSessions) => deleteSessions(drizzle, which),
    /** Removes all but the hundred most recently used ones. Resolves to the hashes of the removed sessions. */
    removeSurplusOf: (owner: Owner) => {
      const byUse = drizzle
        .select(idHash)
        .from(sessions)
        .where(isAmong(owner))
        .orderBy(desc(sessions.lastUsedAt))
      return remove(inArray(sessions.idHash, byUse.limit(MAX_REMOVED).offset(MAX_SESSIONS_PER_PERSON)))
    },
    /** Removes up to a thousand that are too old, and as many that are unused; true if there may be more of them. */
    removeExpired: async () => {
      const tooOld = hashesUntil(sessions.createdAt, limits.ttlSeconds)
      const unused = hashesUntil(sessions.lastUsedAt, limits.idleSeconds)
      const expired = sql`${sessions.idHash} = any(array(${tooOld} union all ${unused}))`
      return (await remove(expired)).length >= MAX_REMOVED
    },
  }
}

/** Resolves to the hashes of the deleted sessions. */
export function deleteSessions(drizzle: Database['drizzle'], which: WhichSessions): Promise<string[]> {
  return deleteWhere(drizzle, isAmong(which))
}

async function deleteWhere(drizzle: Database['drizzle'], condition: SQL | undefined): Promise<string[]> {
  return hashesOf(await drizzle.delete(sessions).where(condition).returning(idHash))
}

/** Sessions that are looked up at the same time share a statement. */
function createFind(drizzle: Database['drizzle'], limits: SessionLimits) {
  const { idHash, device, createdAt: _, lastUsedAt, ...person } = getTableColumns(sessions)
  const find = drizzle
    .select({
      idHash,
      person,
      idleForSeconds: sql<number>`extract(epoch from now() - ${lastUsedAt})::float8`,
    })
    .from(sessions)
    .where(and(sql`${idHash} = any(${sql.placeholder('idHashes')})`, isLiveSession(limits)))
    .prepare('find_sessions')
  const batcher = createBatcher<null, StoredSession | undefined>({
    run: async (batch) => {
      const found = await find.execute({ idHashes: [...batch.keys()] })
      return new Map(found.map((session) => [session.idHash, session]))
    },
    maxBatch: 100,
    maxBatches: 2,
    maxPending: 5000,
  })
  return (idHash: string) => batcher.add(idHash, null)
}

const idHash = { idHash: sessions.idHash }

/** In the order of an index each, so that nothing else is read. */
function hashesUntil(column: AnyPgColumn, seconds: number): SQL {
  return sql`(select ${sessions.idHash} from ${sessions} where ${column} <= ${ago(seconds)} order by ${column} limit ${MAX_REMOVED})`
}

function hashesOf(rows: readonly { idHash: string }[]): string[] {
  return rows.map(({ idHash }) => idHash)
}

// One-way: neither the cookie's value nor the stored hash follows from it.
const publicId = sql<string>`left(encode(sha256(convert_to('session ' || ${sessions.idHash}, 'UTF8')), 'hex'), 32)`

function isAmong(which: WhichSessions): SQL | undefined {
  if ('idHash' in which) return eq(sessions.idHash, which.idHash)
  const isOwned =
    'issuer' in which
      ? and(eq(sessions.issuer, which.issuer), eq(sessions.subject, which.subject))
      : eq(sessions.userId, which.userId)
  return and(isOwned, which.publicId === undefined ? undefined : eq(publicId, which.publicId))
}

function ago(seconds: number): SQL<Date> {
  return sql<Date>`(now() - make_interval(secs => ${sql.raw(String(seconds))}))`
}
