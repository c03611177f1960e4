import type { Database } from '@timezone-registry/db'
import { apiKeys, sessions } from '@timezone-registry/db/access-tables'
import { sql } from 'drizzle-orm'
import type { Response } from 'express'
import type { Logger } from '../logger.ts'
import { isActiveKey } from './api-keys/api-key-store.ts'
import type { Identity } from './identity.ts'
import { isLiveSession, type SessionLimits } from './sessions/session-store.ts'

/** Closes streams whose session has ended or whose key was revoked. */
export type StreamRights = ReturnType<typeof startStreamRights>

const CHECK_EVERY_MS = 15_000
// A database outage closes no stream before.
const MAX_UNCHECKED_MS = 60_000
const MARK_USED_EVERY_SECONDS = 60

type Options = { store: StreamRightsStore; logger: Pick<Logger, 'warn'> }

/** Checks all streams of this process in one query, which counts against no limit, until it is disposed. */
export function startStreamRights({ store, logger }: Options) {
  const open = new Map<Pick<Response, 'destroy'>, { id: CredentialId; checkedAt: number }>()

  async function check(): Promise<void> {
    const now = performance.now()
    const ids = new Set([...open.values()].map(({ id }) => id))
    const valid = ids.size === 0 ? ids : await store.findValid([...ids]).catch(() => undefined)
    for (const [res, stream] of open)
      if (valid?.has(stream.id)) stream.checkedAt = now
      else if (now - stream.checkedAt > (valid && ids.has(stream.id) ? 0 : MAX_UNCHECKED_MS)) res.destroy()
    // An open stream is a use. A full disk refuses writes and not reads, so it closes none.
    if (valid !== undefined && valid.size > 0)
      await store
        .markUsed([...valid])
        .catch((err: unknown) => logger.warn({ err }, 'Could not record the use of open streams'))
  }

  const timer = setInterval(() => void check(), CHECK_EVERY_MS).unref()
  return {
    watch: (res: Pick<Response, 'once' | 'destroy' | 'closed'>, identity: Identity) => {
      // The client may disconnect during the lookup, and a closed response does not emit `close` again.
      if ((identity.kind !== 'key' && identity.kind !== 'session') || res.closed) return
      const id = identity.kind === 'key' ? identity.key.id : identity.session.idHash
      open.set(res, { id, checkedAt: performance.now() })
      res.once('close', () => open.delete(res))
    },
    [Symbol.dispose]: () => clearInterval(timer),
  }
}

/** The hash of a session's id, or the id of a key. */
export type CredentialId = string | number

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
