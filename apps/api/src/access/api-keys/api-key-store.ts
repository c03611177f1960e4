import { randomBytes } from 'node:crypto'
import { MAX_LISTED_KEYS } from '@timezone-registry/contract'
import type { Database } from '@timezone-registry/db'
import { apiKeys } from '@timezone-registry/db/access-tables'
import { and, desc, eq, getTableColumns, isNull, or, sql } from 'drizzle-orm'
import type { Scope } from '../identity.ts'
import { hashOf } from '../secrets.ts'

/** A key as the operator sees it, without the secret. */
export type ApiKeyRecord = Omit<typeof apiKeys.$inferSelect, 'keyHash' | 'scopes'> & {
  scopes: Scope[]
  isActive: boolean
}

/** API keys in the database. Every method is one statement. */
export type ApiKeyStore = ReturnType<typeof createApiKeyStore>

/** Without a lifetime, a key does not expire; without limits, the service's apply. */
type NewApiKey = {
  name: string
  scopes: Scope[]
  lifetimeSeconds?: number | undefined
  writesPerMinute?: number | undefined
  readsPerMinute?: number | undefined
}

const isActiveKey = sql<boolean>`(${apiKeys.revokedAt} is null and coalesce(${apiKeys.expiresAt} > now(), true))`
const { keyHash: _, ...columns } = getTableColumns(apiKeys)
const record = {
  ...columns,
  scopes: sql<Scope[]>`${apiKeys.scopes}`,
  // JavaScript's Date has no infinity.
  expiresAt: sql<Date | null>`nullif(${apiKeys.expiresAt}, 'infinity')`.mapWith(apiKeys.expiresAt),
  isActive: isActiveKey,
}

export function createApiKeyStore({ drizzle }: Database) {
  const findActive = drizzle
    .select(record)
    .from(apiKeys)
    .where(and(eq(apiKeys.keyHash, sql.placeholder('keyHash')), isActiveKey))
    .prepare('find_api_key')

  return {
    /** The key with this hash, unless it has expired or was revoked. */
    findActive: async (keyHash: string): Promise<ApiKeyRecord | undefined> =>
      (await findActive.execute({ keyHash }))[0],
    /** Every key ever created, oldest first. */
    list: async (): Promise<ApiKeyRecord[]> => drizzle.select(record).from(apiKeys).orderBy(apiKeys.id),
    /** The valid keys, newest first; at most 1,000. */
    listActive: async (): Promise<ApiKeyRecord[]> => {
      const active = drizzle.select(record).from(apiKeys).where(isActiveKey)
      return active.orderBy(desc(apiKeys.id)).limit(MAX_LISTED_KEYS)
    },
    /** Resolves to the key itself, which is not stored. By its prefix, secret scanners recognise one that was published. */
    create: async ({ lifetimeSeconds: seconds, ...given }: NewApiKey) => {
      const key = `tzr_${randomBytes(32).toString('hex')}`
      const expiresAt = seconds === undefined ? null : sql`now() + make_interval(secs => ${seconds})`
      const added = drizzle.insert(apiKeys).values({ ...given, keyHash: hashOf(key), expiresAt })
      const [{ id } = { id: 0 }] = await added.returning({ id: apiKeys.id })
      return { id, key }
    },
    /** Resolves to false if there is no such key, or it was already revoked. */
    revoke: async (id: number) => {
      const revoked = await drizzle
        .update(apiKeys)
        .set({ revokedAt: sql`now()` })
        .where(and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt)))
        .returning({ id: apiKeys.id })
      return revoked.length > 0
    },
    /** Records that the key was used, at most once a minute across all instances. */
    markUsed: async (id: number) => {
      const isStale = or(isNull(apiKeys.lastUsedAt), sql`${apiKeys.lastUsedAt} < now() - interval '1 minute'`)
      await drizzle
        .update(apiKeys)
        .set({ lastUsedAt: sql`now()` })
        .where(and(eq(apiKeys.id, id), isStale))
    },
  }
}
