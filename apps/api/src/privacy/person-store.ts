import type { Database } from '@timezone-registry/db'
import { sql } from 'drizzle-orm'
import { spellingsOf } from '../access/sessions/session-store.ts'

/** Who is erased: a user, with the sessions of the person who signed in as this user, or of anyone if that is unknown. */
type Erased = { userId: string; issuer?: string; subject?: string }

/**
 * Deletes a user's record and the sessions, atomically. Resolves to whether there was a record, and to the hashes of the
 * sessions.
 */
export type ErasePerson = (erased: Erased) => Promise<{ record: boolean; idHashes: string[] }>

export function createErasePerson({ drizzle }: Pick<Database, 'drizzle'>): ErasePerson {
  return async ({ userId, issuer, subject }) => {
    const issuers = issuer === undefined ? [] : spellingsOf(issuer)
    const { rows } = (await drizzle.execute(
      sql`select * from erase_person(${userId}, ${sql.param(issuers)}, ${subject ?? null})`,
    )) as unknown as { rows: { record: boolean; id_hashes: string[] }[] }
    const [row] = rows
    if (row === undefined) throw new Error('The erasure returned no row')
    return { record: row.record, idHashes: row.id_hashes }
  }
}
