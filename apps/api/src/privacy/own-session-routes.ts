import type { Audit } from '../access/audit.ts'
import type { Cookies } from '../access/cookies.ts'
import { requireSession, type Session } from '../access/identity.ts'
import { MAX_SESSIONS_PER_PERSON, type OwnSession } from '../access/sessions/session-store.ts'
import type { Sessions } from '../access/sessions/sessions.ts'
import { NotFound } from '../errors.ts'
import type { RouteHandlers } from '../http/endpoints.ts'

export type OwnSessionRoutesOptions = {
  sessions: Pick<Sessions, 'listOf' | 'endOneOf'>
  cookies: Pick<Cookies, 'clearSessions'>
  audit: Audit
}

/** The routes for people to see and end their own sessions. */
export function createOwnSessionRoutes({
  sessions,
  cookies,
  audit,
}: OwnSessionRoutesOptions): RouteHandlers<'listOwnSessions' | 'endOwnSession'> {
  return {
    listOwnSessions: async ({ req }) => {
      const own = requireSession(req.identity)
      const found = await sessions.listOf(own.person)
      const live = found.filter(({ isLive }) => isLive).slice(0, MAX_SESSIONS_PER_PERSON)
      return { status: 200, body: { sessions: live.map((session) => toOwnSession(session, own)) } }
    },
    endOwnSession: async ({ params, req, res }) => {
      const own = requireSession(req.identity)
      const ended = await audit.track(
        req,
        { action: 'session_end' },
        () => sessions.endOneOf(own.person, params.id),
        (idHash) => (idHash === undefined ? 'absent' : 'signed_out'),
      )
      if (ended === undefined) throw new NotFound('You have no session with this id.')
      const current = ended === own.idHash
      if (current) cookies.clearSessions(res)
      return { status: 200, body: { message: 'Session ended', current } }
    },
  }
}

/** A session in the wire format for its owner; `current` is true for the one that the request was sent with. */
export function toOwnSession(session: OwnSession, current: Session) {
  return {
    id: session.publicId,
    device: session.device,
    provider: session.provider,
    created_at: session.createdAt.toISOString(),
    last_used_at: session.lastUsedAt.toISOString(),
    current: session.idHash === current.idHash,
  }
}
