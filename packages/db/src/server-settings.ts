import type { Query } from './database.ts'

/** With one of these off, a crash may lose an acknowledged write. */
export const DURABILITY_SETTINGS = ['fsync', 'full_page_writes', 'synchronous_commit'] as const

/**
 * Sent at the start of a session, because a role or a database may have other defaults: times are read in the format ISO,
 * and a plain read must not fail as a serializable one may.
 */
export const SESSION_SETTINGS =
  "set datestyle = 'ISO'; set timezone = 'UTC'; set default_transaction_isolation = 'read committed'"

/** Thrown if the server's settings make it unfit to store records. */
export class DatabaseSettingsError extends Error {
  override readonly name = 'DatabaseSettingsError'
}

/**
 * Checks that a server can store records: UTF-8 and, unless durability is `trusted`, settings under which an
 * acknowledged write survives a crash. Throws `DatabaseSettingsError`.
 */
export async function assertServerFits(query: Query, durability: 'checked' | 'trusted'): Promise<void> {
  const { rows } = await query(
    "select name, setting from pg_settings where name in ('server_encoding', 'fsync', 'full_page_writes', 'synchronous_commit')",
  )
  const settings = Object.fromEntries(rows.map(({ name, setting }) => [String(name), String(setting)]))
  if (settings.server_encoding !== 'UTF8')
    throw new DatabaseSettingsError(
      `The database’s encoding is ${settings.server_encoding}; create it with encoding UTF8.`,
    )
  if (durability === 'trusted') return
  const unsafe = DURABILITY_SETTINGS.filter((name) => settings[name] === 'off')
  if (unsafe.length > 0)
    throw new DatabaseSettingsError(
      `The database server may lose acknowledged writes: ${unsafe.join(', ')} is off. Switch it on, or set DATABASE_DURABILITY=trusted if its storage is durable without it (as with some hosted databases).`,
    )
}
