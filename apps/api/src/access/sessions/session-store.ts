import type { Database } from '@timezone-registry/db'
import { sessions } from '@timezone-registry/db/schema'
import { and, eq, gt, inArray, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Person } from '../identity.ts'

const MAX_REMOVED = 1000

/** A stored session, with its remaining time by the database's clock. */
type StoredSession = { person: Person; secondsLeft: number; idleForSeconds: number }

/** Sessions in the database. Every method is one statement. */
export type SessionStore = {
  /** Undefined for a session that is unknown, too old, or idle for too long. */
  find(idHash: string): Promise<StoredSession | undefined>
  add(idHash: string, person: Person): Promise<void>
  markUsed(idHash: string): Promise<void>
  /** Resolves to true if the session existed. */
  remove(idHash: string): Promise<boolean>
  /** Resolves to the hashes of the person's sessions. */
  removeAllOf(person: Pick<Person, 'issuer' | 'subject'>): Promise<string[]>
  /** Removes up to a thousand expired sessions. */
  removeExpired(): Promise<void>
}

export function createSessionStore(
  { drizzle }: Pick<Database, 'drizzle'>,
  { ttlSeconds, idleSeconds }: { ttlSeconds: number; idleSeconds: number },
): SessionStore {
  const bornBefore = ago(ttlSeconds)
  const usedBefore = ago(idleSeconds)

  const find = drizzle
    .select({
      provider: sessions.provider,
      issuer: sessions.issuer,
      subject: sessions.subject,
      userId: sessions.userId,
      username: sessions.username,
      avatar: sessions.avatar,
      discriminator: sessions.discriminator,
      secondsLeft: sql<number>`extract(epoch from ${sessions.createdAt} - ${bornBefore})::float8`,
      idleForSeconds: sql<number>`extract(epoch from now() - ${sessions.lastUsedAt})::float8`,
    })
    .from(sessions)
    .where(
      and(
        eq(sessions.idHash, sql.placeholder('idHash')),
        gt(sessions.createdAt, bornBefore),
        gt(sessions.lastUsedAt, usedBefore),
      ),
    )
    .prepare('find_session')

  return {
    find: async (idHash) => {
      const [row] = await find.execute({ idHash })
      if (row === undefined) return undefined
      const { secondsLeft, idleForSeconds, ...person } = row
      return { person, secondsLeft, idleForSeconds }
    },
    add: async (idHash, person) => {
      await drizzle.insert(sessions).values({ idHash, ...person })
    },
    markUsed: async (idHash) => {
      await drizzle.update(sessions).set({ lastUsedAt: sql`now()` }).where(eq(sessions.idHash, idHash))
    },
    remove: async (idHash) => {
      const removed = await drizzle
        .delete(sessions)
        .where(eq(sessions.idHash, idHash))
        .returning({ idHash: sessions.idHash })
      return removed.length > 0
    },
    removeAllOf: async ({ issuer, subject }) => {
      const removed = await drizzle
        .delete(sessions)
        .where(and(eq(sessions.issuer, issuer), eq(sessions.subject, subject)))
        .returning({ idHash: sessions.idHash })
      return removed.map(({ idHash }) => idHash)
    },
    removeExpired: async () => {
      const expired = drizzle
        .select({ idHash: sessions.idHash })
        .from(sessions)
        .where(or(lte(sessions.createdAt, bornBefore), lte(sessions.lastUsedAt, usedBefore)))
        .limit(MAX_REMOVED)
      await drizzle.delete(sessions).where(inArray(sessions.idHash, expired))
    },
  }
}

function ago(seconds: number): SQL<Date> {
  return sql<Date>`(now() - make_interval(secs => ${sql.raw(String(seconds))}))`
}
