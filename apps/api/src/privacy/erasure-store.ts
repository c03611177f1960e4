import type { Database } from '@timezone-registry/db'
import { timezones } from '@timezone-registry/db/record-tables'
import { eq } from 'drizzle-orm'
import { deleteSessions } from '../access/sessions/session-store.ts'

/** Who is erased: a user, with the sessions of the person who signed in as this user, or of anyone if that is unknown. */
type Erased = { userId: string } | { userId: string; issuer: string; subject: string }

/**
 * Deletes a user's record and the sessions, atomically. Resolves to whether there was a record, and to the hashes of the
 * sessions.
 */
export type ErasePerson = (erased: Erased) => Promise<{ record: boolean; idHashes: string[] }>

export function createErasePerson({ transaction }: Pick<Database, 'transaction'>): ErasePerson {
  return (erased) =>
    transaction(async (drizzle) => {
      // The sessions go first: this waits for a set that has locked its session, and the next statement sees the record
      // that it created. A set creates none once its session has ended.
      const idHashes = await deleteSessions(drizzle, erased)
      const { userId } = timezones
      const records = await drizzle.delete(timezones).where(eq(userId, erased.userId)).returning({ userId })
      return { record: records.length > 0, idHashes }
    })
}
