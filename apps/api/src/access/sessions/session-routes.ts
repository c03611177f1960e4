import type { Me } from '@timezone-registry/contract'
import type { Request } from 'express'
import type { RouteHandlers } from '../../http/endpoints.ts'
import { isAdmin, requireSession, type Session, toUser } from '../identity.ts'
import { createLoginRoutes, type LoginRoutesOptions } from '../login/login-routes.ts'
import type { Sessions } from './sessions.ts'

type SessionRoutes = RouteHandlers<'getMe' | 'listSignInOptions' | 'startLogin' | 'finishLogin' | 'logout'>

type SessionRoutesOptions = LoginRoutesOptions & {
  sessions: Sessions
  writes: 'open' | 'required'
  reads: 'public' | 'required'
  admins: readonly string[]
  findOwn: (req: Request, userId: string) => Promise<Pick<Me, 'timezone' | 'visibility'> | undefined>
}

const WITHOUT_RECORD: Pick<Me, 'timezone' | 'visibility'> = { timezone: null, visibility: null }

/** The routes for signing in and out. */
export function createSessionRoutes(options: SessionRoutesOptions): SessionRoutes {
  const { login, sessions, cookies, writes, reads, admins, findOwn, audit, findPresentedSessions } = options
  return {
    ...createLoginRoutes(options),
    getMe: async ({ req }) => {
      const { person } = requireSession(req.identity)
      const { timezone, visibility } = (await findOwn(req, person.userId)) ?? WITHOUT_RECORD
      return {
        status: 200,
        body: { user: toUser(person), timezone, visibility, admin: isAdmin(person, admins) },
      }
    },
    listSignInOptions: async () => {
      const providers = login.providers.map(({ id, name }) => ({ id, name }))
      return { status: 200, body: { writes, reads, providers } }
    },
    logout: async ({ query, req, res }) => {
      const presented = await findPresentedSessions(req)
      cookies.clearSessions(res)
      const [session] = presented
      if (session === undefined) return { status: 200, body: { message: 'Signed out', ended: 0 } }
      req.identity = { kind: 'session', session, ownRecordOnly: true }
      const everywhere = query.everywhere === 'true'
      const end = (session: Session) =>
        everywhere ? sessions.endAllOf(session.person) : sessions.end(session)
      const ended = await audit.track(
        req,
        { action: 'logout', everywhere },
        async () => sum(await Promise.all(presented.map(end))),
        () => 'signed_out',
      )
      return { status: 200, body: { message: 'Signed out', ended } }
    },
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
