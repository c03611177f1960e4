import type { Database } from '@timezone-registry/db'
import { apiKeys, sessions } from '@timezone-registry/db/access-tables'
import { sql } from 'drizzle-orm'
import { isActiveKey } from './api-keys/api-key-store.ts'
import { isLiveSession, type SessionLimits } from './sessions/session-store.ts'

/** The hashes of sessions, and the ids of keys as text. */
type CredentialIds = readonly string[]

/** What the database knows of the credentials that streams were opened with. */
export type StreamRightsStore = {
  findValid(ids: CredentialIds): Promise<Set<string>>
  markUsed(ids: CredentialIds): Promise<unknown>
}

export function createStreamRightsStore(
  { drizzle }: Pick<Database, 'drizzle'>,
  limits: SessionLimits,
): StreamRightsStore {
  const isLive = isLiveSession(limits)
  return {
    findValid: async (ids) => {
      const given = sql`any(${sql.param(ids)}::text[])`
      const { rows } = (await drizzle.execute(sql`
        select ${sessions.idHash} as id from ${sessions} where ${sessions.idHash} = ${given} and ${isLive}
        union all
        select ${apiKeys.id}::text from ${apiKeys} where ${apiKeys.id}::text = ${given} and ${isActiveKey}`)) as unknown as {
        rows: { id: string }[]
      }
      return new Set(rows.map(({ id }) => id))
    },
    markUsed: (ids) => {
      const given = sql`any(${sql.param(ids)}::text[])`
      return drizzle.execute(sql`
        with used as (update ${sessions} set last_used_at = now() where ${sessions.idHash} = ${given})
        update ${apiKeys} set last_used_at = now() where ${apiKeys.id}::text = ${given}`)
    },
  }
}
