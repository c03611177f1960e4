import type { Database } from '@timezone-registry/db'
import { recordColumns, timezones } from '@timezone-registry/db/record-tables'
import type { ZoneName } from '@timezone-registry/zones/zone-names'
import { gt, type SQL, sql } from 'drizzle-orm'
import type { ColumnName, Visibility } from '../../records/record.ts'

/** What an export contains and an import reads: every column of a record, also one that is added. */
export const TRANSFER_COLUMNS = Object.values(recordColumns).map(({ name }) => name) as ColumnName[]

/** A record in an import or export; times are RFC 3339. What an import does not state is undefined. */
export type TransferRow = {
  [Column in Exclude<ColumnName, keyof KnownColumns>]?: string | null | undefined
} & KnownColumns

type KnownColumns = {
  user_id: string
  username: string
  timezone: ZoneName
  created_at?: string | null | undefined
  updated_at?: string | null | undefined
  visibility?: Visibility | undefined
}

/** How many rows of a batch added a record, replaced one, or left one unchanged. */
export type ImportCounts = { added: number; updated: number; kept: number }

/** Bulk access to the records, directly in the database. */
export type TransferStore = ReturnType<typeof createTransferStore>

// A service with the embedded database answers nothing while it reads a page.
const PAGE_RECORDS = 1000
const ISO = 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'

export function createTransferStore(
  { drizzle }: Database,
  { defaultVisibility = 'public' }: { defaultVisibility?: Visibility } = {},
) {
  return {
    /** Saves rows, one per user, unless the record is newer or `overwrite` is set. It keeps what the row does not state. */
    importRows: async (
      rows: readonly TransferRow[],
      { overwrite }: { overwrite: boolean },
    ): Promise<ImportCounts> => {
      const values: Partial<Record<ColumnName, SQL>> = {
        created_at: sql`coalesce(row.created_at, row.updated_at, now())`,
        updated_at: sql`coalesce(row.updated_at, row.created_at, now())`,
        visibility: sql`coalesce(row.visibility, ${defaultVisibility}::text)`,
      }
      const keepUnstated = (column: ColumnName) =>
        sql`${name(column)} = case when excluded.user_id = any (${userIdsOf(rows.filter((row) => row[column] !== undefined))}) then excluded.${name(column)} else timezones.${name(column)} end`
      const result = (await drizzle.execute(sql`
        with saved as (
          insert into ${timezones} (${list(TRANSFER_COLUMNS.map(name))})
          select ${list(TRANSFER_COLUMNS.map((column) => values[column] ?? sql`row.${name(column)}`))}
          from json_to_recordset(${JSON.stringify(rows)}::json)
            as row (${list(Object.values(recordColumns).map((column) => sql`${name(column.name)} ${sql.raw(column.getSQLType())}`))})
          on conflict (user_id) do update
            set username = excluded.username, timezone = excluded.timezone, updated_at = excluded.updated_at,
              ${list(TRANSFER_COLUMNS.filter((column) => !SET_COLUMNS.has(column)).map(keepUnstated))}
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
    /** Every record by user id, one page at a time. */
    exportPages: async function* (): AsyncGenerator<TransferRow[]> {
      for (let after: string | undefined; ; ) {
        const page = (await drizzle
          .select(exported)
          .from(timezones)
          .where(after === undefined ? undefined : gt(timezones.userId, after))
          .orderBy(timezones.userId)
          .limit(PAGE_RECORDS)) as TransferRow[]
        if (page.length > 0) yield page
        const last = page.at(-1)
        if (last === undefined || page.length < PAGE_RECORDS) return
        after = last.user_id
      }
    },
  }
}

// What every row of an import replaces, or nothing does.
const SET_COLUMNS: ReadonlySet<string> = new Set([
  'user_id',
  'username',
  'timezone',
  'created_at',
  'updated_at',
])

const exported = Object.fromEntries(
  Object.values(recordColumns).map((column) => [
    column.name,
    column.getSQLType().startsWith('timestamp')
      ? sql<string | null>`to_char(${column} at time zone 'UTC', ${ISO})`
      : column,
  ]),
)

const name = (column: string) => sql.identifier(column)
const list = (parts: Parameters<typeof sql.join>[0]) => sql.join(parts, sql`, `)

// Only a row with a time can be newer.
const hasTime = ({ updated_at }: TransferRow) => updated_at !== undefined

/** As a JSON array, because the two drivers pass arrays differently. */
function userIdsOf(rows: readonly TransferRow[]) {
  const userIds = rows.map((row) => row.user_id)
  return sql`array(select json_array_elements_text(${JSON.stringify(userIds)}::json))`
}
