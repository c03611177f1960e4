import type { Database } from '@timezone-registry/db'
import { recordColumns, sessions, timezones } from '@timezone-registry/db/schema'
import { and, eq, or, type SQL } from 'drizzle-orm'

/** Who is erased: a user, and the person who signed in as this user, if known. */
type Erased = { userId: string; issuer?: string | undefined; subject?: string | undefined }

/** What was erased; `idHashes` are those of the sessions. */
type Erasure = { record: boolean; idHashes: string[] }

type StoredRecord = Pick<typeof timezones.$inferSelect, keyof typeof recordColumns>

/** What the database stores about a person. */
export type PersonStore = {
  /** The user's record as it is in the database, whoever may see it. */
  findRecord(userId: string): Promise<StoredRecord | undefined>
  /** Deletes the user's record and every session of the user or the person, all or nothing. */
  erase(erased: Erased): Promise<Erasure>
}

export function createPersonStore({ drizzle }: Pick<Database, 'drizzle'>): PersonStore {
  return {
    findRecord: async (userId) => {
      const [record] = await drizzle.select(recordColumns).from(timezones).where(eq(timezones.userId, userId))
      return record
    },
    erase: ({ userId, issuer, subject }) =>
      drizzle.transaction(
        async (transaction) => {
          // The sessions first: a set in one of them that has created a record has committed when this returns, and a
          // later one creates none.
          const ended = await transaction
            .delete(sessions)
            .where(or(eq(sessions.userId, userId), isOf({ issuer, subject })))
            .returning({ idHash: sessions.idHash })
          const deleted = await transaction
            .delete(timezones)
            .where(eq(timezones.userId, userId))
            .returning({ userId: timezones.userId })
          return { record: deleted.length > 0, idHashes: ended.map(({ idHash }) => idHash) }
        },
        // With a snapshot of the whole transaction, the second statement would miss that record.
        { isolationLevel: 'read committed' },
      ),
  }
}

function isOf({ issuer, subject }: Pick<Erased, 'issuer' | 'subject'>): SQL | undefined {
  if (issuer === undefined || subject === undefined) return undefined
  return and(eq(sessions.issuer, issuer), eq(sessions.subject, subject))
}
