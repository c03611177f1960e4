import type { Query } from './database.ts'

/** Thrown when the server is there but cannot keep what it is given. */
class DatabaseSettingsError extends Error {
  override readonly name = 'DatabaseSettingsError'
}

/**
 * Checks what a server must offer before it may hold records: UTF-8, and (unless the operator vouches for its storage)
 * settings under which an answered write survives a crash.
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
  const unsafe = ['fsync', 'full_page_writes', 'synchronous_commit'].filter(
    (name) => settings[name] === 'off',
  )
  if (unsafe.length > 0)
    throw new DatabaseSettingsError(
      `The database server may lose answered writes: ${unsafe.join(', ')} is off. Switch it on; where the storage makes it needless (some hosted databases), set DATABASE_DURABILITY=trusted.`,
    )
}
