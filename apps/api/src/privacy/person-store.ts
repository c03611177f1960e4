import type { Database } from '@timezone-registry/db'
import { recordColumns, timezones } from '@timezone-registry/db/record-tables'
import { eq, sql } from 'drizzle-orm'
import { spellingsOf } from '../access/sessions/session-store.ts'
import type { OnWritten } from '../feed/replica/write-position.ts'

/** Who is erased: a user, with the sessions of the person who signed in as this user, or of anyone if that is unknown. */
type Erased = { userId: string; issuer?: string | undefined; subject?: string | undefined }

/** What was erased; `idHashes` are those of the sessions. */
type Erasure = { record: boolean; idHashes: string[] }

type StoredRecord = Pick<typeof timezones.$inferSelect, keyof typeof recordColumns>

/** What the database stores about a person. */
export type PersonStore = {
  /** The user's record as it is in the database, whatever its visibility. */
  findRecord(userId: string): Promise<StoredRecord | undefined>
  /** Deletes the user's record and the sessions, atomically. */
  erase(erased: Erased): Promise<Erasure>
}

export function createPersonStore(
  { drizzle }: Pick<Database, 'drizzle'>,
  onWritten: OnWritten = () => {},
): PersonStore {
  return {
    findRecord: async (userId) => {
      const [record] = await drizzle.select(recordColumns).from(timezones).where(eq(timezones.userId, userId))
      return record
    },
    erase: async ({ userId, issuer, subject }) => {
      const issuers = issuer === undefined ? [] : spellingsOf(issuer)
      const { rows } = (await drizzle.execute(
        sql`select * from erase_person(${userId}, ${sql.param(issuers)}, ${subject ?? null})`,
      )) as unknown as { rows: { record: boolean; id_hashes: string[]; written_as: string | number }[] }
      const [row] = rows
      if (row === undefined) throw new Error('The erasure returned no row')
      onWritten(Number(row.written_as))
      return { record: row.record, idHashes: row.id_hashes }
    },
  }
}
