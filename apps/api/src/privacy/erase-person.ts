import { deleteSessions } from '../access/sessions/session-store.ts'
import type { RecordRegistry } from '../records/registry.ts'

/** Who is erased: a user, with the sessions of the person who signed in as this user, or of anyone if that is unknown. */
type Erased = { userId: string } | { userId: string; issuer: string; subject: string }

/**
 * Deletes a user's record and the sessions, atomically. Resolves to whether there was a record, and to the hashes of the
 * sessions.
 */
export type ErasePerson = (erased: Erased) => Promise<{ record: boolean; idHashes: string[] }>

export function createErasePerson({ change }: Pick<RecordRegistry, 'change'>): ErasePerson {
  return async (erased) => {
    let idHashes: string[] = []
    // Before the record: this waits for a set that has locked its session, whose record is then seen and deleted. A set
    // creates none once its session has ended.
    const { record } = await change(
      { id: erased.userId },
      () => 'removal',
      async (drizzle) => {
        idHashes = await deleteSessions(drizzle, erased)
      },
    )
    return { record: record !== undefined, idHashes }
  }
}
