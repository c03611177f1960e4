import type { ApiKeyRecord } from '../../access/api-keys/api-key-store.ts'

/** A key as the command's JSON shows it. */
export function toJson(key: ApiKeyRecord) {
  return {
    id: key.id,
    name: key.name,
    state: stateOf(key),
    scopes: key.scopes,
    writes_per_minute: key.writesPerMinute,
    reads_per_minute: key.readsPerMinute,
    created_at: key.createdAt,
    expires_at: key.expiresAt,
    last_used_at: key.lastUsedAt,
    revoked_at: key.revokedAt,
  }
}

function stateOf({ isActive, revokedAt }: ApiKeyRecord): 'active' | 'expired' | 'revoked' {
  if (isActive) return 'active'
  return revokedAt === null ? 'expired' : 'revoked'
}

/** Prints the keys as a table; a note to standard error if there are none. */
export function printKeys(keys: ApiKeyRecord[], console: Console): void {
  if (keys.length === 0) console.error('There are no keys. "keys create" creates one.')
  const day = (time: Date | null) => time?.toISOString().slice(0, 16).replace('T', ' ') ?? ''
  console.table(
    Object.fromEntries(
      keys.map((key) => [
        key.id,
        {
          name: key.name,
          state: stateOf(key),
          scopes: key.scopes.join(', '),
          'writes a minute': key.writesPerMinute ?? '',
          'reads a minute': key.readsPerMinute ?? '',
          'created (UTC)': day(key.createdAt),
          expires: day(key.expiresAt),
          'last used': day(key.lastUsedAt),
        },
      ]),
    ),
  )
}
