import { type Me, toOwnPath } from '@timezone-registry/contract'
import type { Request } from 'express'
import { DomainError, Unauthenticated } from '../../errors.ts'
import type { RouteHandlers } from '../../http/endpoints.ts'
import type { Audit } from '../audit.ts'
import type { Cookies } from '../cookies.ts'
import { isAdmin, type Person, requireSession, type Session } from '../identity.ts'
import type { Login } from '../login/login.ts'
import { LOGIN_SECONDS } from '../login/login-cookie.ts'
import { isListedOrigin, type OriginPolicy, ownOrigin } from '../origin.ts'
import { createFindBroughtSessions } from './brought-sessions.ts'
import { deviceOf } from './device.ts'
import type { Sessions } from './sessions.ts'

type SessionRoutes = RouteHandlers<'getMe' | 'listSignInOptions' | 'startLogin' | 'finishLogin' | 'logout'>

type Arguments<Name extends keyof SessionRoutes> = Parameters<SessionRoutes[Name]>[0]

type SessionRoutesOptions = {
  login: Login
  sessions: Sessions
  cookies: Cookies
  origins: OriginPolicy
  ttlSeconds: number
  writes: 'open' | 'required'
  reads: 'public' | 'required'
  admins: readonly string[]
  findRecord: (userId: string) => Promise<Pick<Me, 'timezone' | 'visibility'> | undefined>
  audit: Audit
}

const NO_RECORD: Pick<Me, 'timezone' | 'visibility'> = { timezone: null, visibility: null }

/** The routes for signing in and out. */
export function createSessionRoutes(options: SessionRoutesOptions): SessionRoutes {
  const { login, sessions, cookies, origins, writes, reads, findRecord, audit } = options
  const findBrought = createFindBroughtSessions({ cookies, sessions })
  return {
    getMe: async ({ req }) => {
      const { person } = requireSession(req.identity)
      const { timezone, visibility } = (await findRecord(person.userId)) ?? NO_RECORD
      return {
        status: 200,
        body: { user: toUser(person), timezone, visibility, admin: isAdmin(person, options.admins) },
      }
    },
    listSignInOptions: async () => {
      const providers = login.providers.map(({ id, name }) => ({ id, name }))
      return { status: 200, body: { writes, reads, providers } }
    },
    startLogin: async ({ params, query, req, res }) => {
      const begin = { providerId: params.provider, redirect: query.redirect }
      const { url, cookie } = await login.start({ ...begin, redirectUri: callbackUrl(req).href })
      cookies.setLogin(res, cookie, LOGIN_SECONDS)
      res.set('Location', url)
      return { status: 302, body: undefined }
    },
    finishLogin: async (args) => {
      const end = await finishLogin(args).catch((error: unknown) => {
        if (isNavigation(args.req) && error instanceof DomainError) return undefined
        throw error
      })
      if (end === undefined) {
        args.res.set('Location', '/?login_error=failed')
        return { status: 302, body: undefined }
      }
      const { person, redirect } = end
      if (redirect !== undefined) {
        const location = person === undefined ? withDeclined(redirect) : redirect
        args.res.set('Location', ownLocation(location))
        return { status: 302, body: undefined }
      }
      if (person === undefined) throw new Unauthenticated('You did not sign in.')
      return { status: 200, body: { message: 'Signed in', user: toUser(person) } }
    },
    logout: async ({ query, req, res }) => {
      const brought = await findBrought(req)
      cookies.clearSessions(res)
      const [session] = brought
      if (session === undefined) return { status: 200, body: { message: 'Signed out', ended: 0 } }
      req.identity = { kind: 'session', session, ownRecordOnly: true }
      const everywhere = query.everywhere === 'true'
      const end = (session: Session) =>
        everywhere ? sessions.endAllOf(session.person) : sessions.end(session)
      const ended = await audit.track(
        req,
        { action: 'logout', everywhere },
        async () => sum(await Promise.all(brought.map(end))),
        () => 'signed_out',
      )
      return { status: 200, body: { message: 'Signed out', ended } }
    },
  }

  /** Checks the provider's answer and starts the session; each attempt is audited with its outcome. */
  function finishLogin({ params, query, req, res }: Arguments<'finishLogin'>): ReturnType<Login['finish']> {
    const url = callbackUrl(req)
    url.search = new URL(req.originalUrl, url).search
    const cookie = cookies.readLogin(req)
    const finish = async () => {
      const end = await login.finish({
        providerId: params.provider,
        callbackUrl: url,
        state: query.state,
        cookie: cookie === 'ambiguous' ? undefined : cookie,
        isFromTrustedPage: isListedOrigin(req, origins) && !isNavigation(req),
      })
      if (cookie !== undefined) cookies.clearLogin(res)
      if (end.person !== undefined) await startSession(req, end.person)
      return end
    }
    const action = { action: 'login', provider: params.provider } as const
    return audit.track(req, action, finish, ({ person }) => (person === undefined ? 'declined' : 'signed_in'))
  }

  function callbackUrl(req: Request): URL {
    return new URL(`/auth/${req.params.provider}/callback`, ownOrigin(req, origins))
  }

  /** Ends the sessions that the browser sent, so that none from before a login survives it. */
  async function startSession(req: Request, person: Person): Promise<void> {
    await Promise.all((await findBrought(req)).map(sessions.end))
    const { id, session } = await sessions.start(person, deviceOf(req.get('user-agent')))
    cookies.setSession(req, id, options.ttlSeconds)
    req.identity = { kind: 'session', session, ownRecordOnly: true }
  }
}

/** True for a navigation, which gets the page with the reason instead of JSON. */
function isNavigation(req: Request): boolean {
  return req.get('sec-fetch-mode') === 'navigate'
}

/** The path with a query parameter that says that the person declined. */
function withDeclined(redirect: string): string {
  const url = new URL(redirect, 'http://own.invalid')
  url.searchParams.set('login_error', 'declined')
  return url.pathname + url.search + url.hash
}

/** Checks a location immediately before it is sent. */
function ownLocation(path: string): string {
  return toOwnPath(path) ?? '/'
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

function toUser({ userId, username, provider, avatar, discriminator }: Person) {
  return { id: userId, username, provider, avatar, discriminator }
}
