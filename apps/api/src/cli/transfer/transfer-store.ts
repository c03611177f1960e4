import type { Database } from '@timezone-registry/db'
import { timezones } from '@timezone-registry/db/record-tables'
import type { ZoneName } from '@timezone-registry/zones/zone-names'
import { gt, sql } from 'drizzle-orm'
import type { Visibility } from '../../records/record.ts'

/** A record in an import or export; times are RFC 3339. Fields that an import does not contain are null. */
export type TransferRow = {
  user_id: string
  username: string
  timezone: ZoneName
  created_at: string | null
  updated_at: string | null
  visibility: Visibility | null
  /** As it is stored; undefined if the import does not say. */
  availability?: string | null | undefined
}

/** How many rows of a batch added a record, replaced one, or left one unchanged. */
export type ImportCounts = { added: number; updated: number; kept: number }

/** Bulk access to the records, directly in the database. */
export type TransferStore = {
  /**
   * Saves rows, at most one per user. An existing record is replaced only by a row with a later
   * `updated_at`, or by any row if `overwrite` is set. It keeps a visibility and an availability that the row does not state.
   */
  importRows(rows: readonly TransferRow[], options: { overwrite: boolean }): Promise<ImportCounts>
  /** Every record by user id, one page at a time. */
  exportPages(): AsyncGenerator<TransferRow[]>
  count(): Promise<number>
}

const PAGE_RECORDS = 5000
const ISO = 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'

export function createTransferStore(
  { drizzle }: Pick<Database, 'drizzle'>,
  { defaultVisibility = 'public' }: { defaultVisibility?: Visibility } = {},
): TransferStore {
  return {
    importRows: async (rows, { overwrite }) => {
      const result = (await drizzle.execute(sql`
        with saved as (
          insert into ${timezones} (user_id, username, timezone, created_at, updated_at, visibility, availability)
          select row.user_id, row.username, row.timezone,
            coalesce(row.created_at, row.updated_at, now()), coalesce(row.updated_at, row.created_at, now()),
            coalesce(row.visibility, ${defaultVisibility}::text), row.availability
          from json_to_recordset(${JSON.stringify(rows)}::json)
            as row (user_id text, username text, timezone text, created_at timestamptz, updated_at timestamptz, visibility text, availability text)
          on conflict (user_id) do update
            set username = excluded.username, timezone = excluded.timezone, updated_at = excluded.updated_at,
              visibility = case when excluded.user_id = any (${userIdsOf(rows.filter(hasVisibility))})
                then excluded.visibility else timezones.visibility end,
              availability = case when excluded.user_id = any (${userIdsOf(rows.filter(hasAvailability))})
                then excluded.availability else timezones.availability end
            where ${overwrite} or excluded.updated_at > timezones.updated_at
              and excluded.user_id = any (${userIdsOf(rows.filter(hasTime))})
          -- A row that no transaction has replaced yet is new.
          returning (xmax = 0) as is_new
        )
        select count(*) filter (where is_new) as added, count(*) filter (where not is_new) as updated from saved
      `)) as unknown as { rows: { added: string; updated: string }[] }
      const added = Number(result.rows[0]?.added)
      const updated = Number(result.rows[0]?.updated)
      return { added, updated, kept: rows.length - added - updated }
    },
    exportPages: async function* () {
      for (let after: string | undefined; ; ) {
        const page = await drizzle
          .select({
            user_id: timezones.userId,
            username: timezones.username,
            timezone: sql<TransferRow['timezone']>`${timezones.timezone}`,
            created_at: sql<string | null>`to_char(${timezones.createdAt} at time zone 'UTC', ${ISO})`,
            updated_at: sql<string | null>`to_char(${timezones.updatedAt} at time zone 'UTC', ${ISO})`,
            visibility: timezones.visibility,
            availability: timezones.availability,
          })
          .from(timezones)
          .where(after === undefined ? undefined : gt(timezones.userId, after))
          .orderBy(timezones.userId)
          .limit(PAGE_RECORDS)
        if (page.length > 0) yield page
        const last = page.at(-1)
        if (last === undefined || page.length < PAGE_RECORDS) return
        after = last.user_id
      }
    },
    count: () => drizzle.$count(timezones),
  }
}

// Only a row with a time can be newer.
const hasTime = ({ updated_at }: TransferRow) => updated_at !== null
const hasVisibility = ({ visibility }: TransferRow) => visibility !== null
const hasAvailability = ({ availability }: TransferRow) => availability !== undefined

/** As a JSON array, because the two drivers pass arrays differently. */
function userIdsOf(rows: readonly TransferRow[]) {
  const userIds = rows.map((row) => row.user_id)
  return sql`array(select json_array_elements_text(${JSON.stringify(userIds)}::json))`
}
