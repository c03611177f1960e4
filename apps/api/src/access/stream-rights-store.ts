import type { Database } from '@timezone-registry/db'
import { apiKeys, sessions } from '@timezone-registry/db/access-tables'
import { sql } from 'drizzle-orm'
import { isActiveKey } from './api-keys/api-key-store.ts'
import { isLiveSession, type SessionLimits } from './sessions/session-store.ts'

/** The hash of a session's id, or the id of a key. */
export type CredentialId = string | number

const MARK_USED_EVERY_SECONDS = 60

/** What the database knows of the credentials that streams were opened with. */
export type StreamRightsStore = ReturnType<typeof createStreamRightsStore>

export function createStreamRightsStore({ drizzle }: Pick<Database, 'drizzle'>, limits: SessionLimits) {
  const isLive = isLiveSession(limits)
  return {
    findValid: async (ids: readonly CredentialId[]): Promise<Set<CredentialId>> => {
      const { isGivenSession, isGivenKey } = conditionsFor(ids)
      const { rows } = (await drizzle.execute(sql`
        select ${sessions.idHash} as session, null::bigint as key from ${sessions} where ${isGivenSession} and ${isLive}
        union all
        select null, ${apiKeys.id} from ${apiKeys} where ${isGivenKey} and ${isActiveKey}`)) as unknown as {
        rows: { session: string | null; key: string | null }[]
      }
      return new Set(rows.map(({ session, key }) => session ?? Number(key)))
    },
    /** Writes only where the last use is some time ago. */
    markUsed: async (ids: readonly CredentialId[]): Promise<unknown> => {
      const { isGivenSession, isGivenKey } = conditionsFor(ids)
      const before = sql`now() - make_interval(secs => ${Math.min(limits.idleSeconds / 4, MARK_USED_EVERY_SECONDS)})`
      return drizzle.execute(sql`
        with used as (
          update ${sessions} set last_used_at = now() where ${isGivenSession} and last_used_at <= ${before})
        update ${apiKeys} set last_used_at = now()
        where ${isGivenKey} and (last_used_at is null or last_used_at <= ${before})`)
    },
  }
}

function conditionsFor(ids: readonly CredentialId[]) {
  const hashes = ids.filter((id) => typeof id === 'string')
  const keyIds = ids.filter((id) => typeof id === 'number')
  return {
    isGivenSession: sql`${sessions.idHash} = any(${sql.param(hashes)}::text[])`,
    isGivenKey: sql`${apiKeys.id} = any(${sql.param(keyIds)}::bigint[])`,
  }
}
