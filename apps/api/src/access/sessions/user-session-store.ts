import type { Database } from '@timezone-registry/db'
import { sessions } from '@timezone-registry/db/access-tables'
import { and, desc, eq } from 'drizzle-orm'
import { publicId } from './session-store.ts'

/** A login as an operator may see it; `id` reveals nothing about its secret. */
export type UserSession = {
  id: string
  provider: string
  device: string | null
  createdAt: Date
  lastUsedAt: Date
}

/** The sessions that may write one user's record, for operators. Expired ones are included until they are deleted. */
export type UserSessionStore = {
  /** The most recently used ones first; at most a thousand. */
  listOfUser(userId: string): Promise<UserSession[]>
  /** Removes one session of the user, or all of them without an id. Resolves to their number. */
  removeOfUser(userId: string, id: string | undefined): Promise<number>
}

const MAX_LISTED = 1000

export function createUserSessionStore({ drizzle }: Pick<Database, 'drizzle'>): UserSessionStore {
  return {
    listOfUser: (userId) =>
      drizzle
        .select({
          id: publicId,
          provider: sessions.provider,
          device: sessions.device,
          createdAt: sessions.createdAt,
          lastUsedAt: sessions.lastUsedAt,
        })
        .from(sessions)
        .where(eq(sessions.userId, userId))
        .orderBy(desc(sessions.lastUsedAt))
        .limit(MAX_LISTED),
    removeOfUser: async (userId, id) => {
      const isChosen = id === undefined ? undefined : eq(publicId, id)
      const removed = await drizzle
        .delete(sessions)
        .where(and(eq(sessions.userId, userId), isChosen))
        .returning({ idHash: sessions.idHash })
      return removed.length
    },
  }
}
