import type { Database } from '@timezone-registry/db'
import { sessions } from '@timezone-registry/db/access-tables'
import { recordColumns, timezones, writtenColumns } from '@timezone-registry/db/record-tables'
import { eq, sql } from 'drizzle-orm'

/** Who is erased: a user, and the person who signed in as this user, if known. */
type Erased = { userId: string; issuer?: string | undefined; subject?: string | undefined }

/** What was erased; `idHashes` are those of the sessions. */
type Erasure = { record: boolean; idHashes: string[] }

type StoredRecord = Pick<typeof timezones.$inferSelect, keyof typeof recordColumns>

/** What the database stores about a person. */
export type PersonStore = {
  /** The user's record as it is in the database, whatever its visibility. */
  findRecord(userId: string): Promise<StoredRecord | undefined>
  /** Deletes the user's record and every session of the user or the person, atomically. */
  erase(erased: Erased): Promise<Erasure>
}

/** `positions` notes the transaction that erased a record. */
export function createPersonStore(
  { drizzle }: Pick<Database, 'drizzle'>,
  positions?: { note(position: number): void },
): PersonStore {
  return {
    findRecord: async (userId) => {
      const [record] = await drizzle.select(recordColumns).from(timezones).where(eq(timezones.userId, userId))
      return record
    },
    erase: async ({ userId, issuer = null, subject = null }) => {
      // One statement, so that a crash leaves everything or nothing.
      const { rows } = (await drizzle.execute(sql`
        with
          erased_record as (delete from ${timezones} where ${timezones.userId} = ${userId} returning 1),
          erased_sessions as (
            delete from ${sessions}
            where ${sessions.userId} = ${userId} or (${sessions.issuer} = ${issuer} and ${sessions.subject} = ${subject})
            returning ${sessions.idHash} as id_hash
          )
        select
          exists (select from erased_record) as record,
          timezone_ord() as written_as,
          (select coalesce(json_agg(id_hash), '[]') from erased_sessions) as id_hashes`)) as unknown as {
        rows: { record: boolean; id_hashes: string[]; written_as: string | number }[]
      }
      const [row] = rows
      if (row === undefined) throw new Error('The erasure returned no row')
      // While this statement waited for a set that had locked the session, that set may have created a record that the
      // statement's snapshot does not show. No later set can: a set creates a record only while its session exists.
      const late = await drizzle
        .delete(timezones)
        .where(eq(timezones.userId, userId))
        .returning({ writtenAs: writtenColumns.writtenAs })
      positions?.note(Number(late[0]?.writtenAs ?? row.written_as))
      return { record: row.record || late.length > 0, idHashes: row.id_hashes }
    },
  }
}
