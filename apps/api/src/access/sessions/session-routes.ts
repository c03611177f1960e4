import type { Request, Response } from 'express'
import { DomainError, Unauthenticated } from '../../errors.ts'
import type { RouteHandlers } from '../../http/endpoints.ts'
import type { Audit } from '../audit.ts'
import type { Cookies } from '../cookies.ts'
import type { Person } from '../identity.ts'
import type { Login } from '../login/login.ts'
import { LOGIN_SECONDS } from '../login/login-states.ts'
import { isListedOrigin, type OriginPolicy, ownOrigin } from '../origin.ts'
import type { Sessions } from './sessions.ts'

type SessionRoutes = RouteHandlers<'getMe' | 'listSignInOptions' | 'startLogin' | 'finishLogin' | 'logout'>

type SessionRoutesOptions = {
  login: Login
  sessions: Sessions
  cookies: Cookies
  origins: OriginPolicy
  ttlSeconds: number
  writes: 'open' | 'required'
  reads: 'public' | 'required'
  findTimezone: (userId: string) => Promise<string | undefined>
  audit: Audit
}

/** The routes about who is signed in. */
export function createSessionRoutes(options: SessionRoutesOptions): SessionRoutes {
  const { login, sessions, cookies, origins, writes, reads, findTimezone, audit } = options
  return {
    getMe: async ({ req, res }) => {
      res.set('Cache-Control', 'no-store')
      const person = requirePerson(req)
      return {
        status: 200,
        body: { user: toUser(person), timezone: (await findTimezone(person.userId)) ?? null },
      }
    },
    listSignInOptions: async ({ res }) => {
      res.set('Cache-Control', 'no-cache')
      const providers = login.providers.map(({ id, name }) => ({ id, name }))
      return { status: 200, body: { writes, reads, providers } }
    },
    startLogin: async ({ params, query, req, res }) => {
      const begin = { providerId: params.provider, redirect: query.redirect }
      const { url, browserSecret } = await login.start({ ...begin, redirectUri: callbackUrl(req).href })
      cookies.setLogin(res, browserSecret, LOGIN_SECONDS)
      res.set({ 'Cache-Control': 'no-store', Location: url })
      return { status: 302, body: undefined }
    },
    finishLogin: async ({ params, query, req, res }) => {
      res.set('Cache-Control', 'no-store')
      const url = callbackUrl(req)
      url.search = new URL(req.originalUrl, url).search
      const secret = cookies.readLogin(req)
      const end = await login
        .finish({
          providerId: params.provider,
          callbackUrl: url,
          state: query.state,
          browserSecret: secret === 'ambiguous' ? undefined : secret,
          isFromTrustedPage: isListedOrigin(req, origins) && !isNavigation(req),
        })
        .catch((error: unknown) => {
          if (isNavigation(req) && error instanceof DomainError) return 'failed' as const
          throw error
        })
      if (end === 'failed') {
        res.set('Location', '/?login_error=failed')
        return { status: 302, body: undefined }
      }
      const { person, redirect } = end
      if (secret !== undefined) cookies.clearLogin(res)
      if (person !== undefined) await startSession(req, res, person)
      if (redirect !== undefined) {
        res.set('Location', person === undefined ? withDeclined(redirect) : redirect)
        return { status: 302, body: undefined }
      }
      if (person === undefined) throw new Unauthenticated('You did not sign in.')
      return { status: 200, body: { message: 'Signed in', user: toUser(person) } }
    },
    logout: async ({ query, req, res }) => {
      res.set('Cache-Control', 'no-store')
      const session = await findOwnSession(req)
      cookies.clearSession(res)
      const everywhere = query.everywhere === 'true'
      const ended =
        session === undefined
          ? 0
          : await (everywhere ? sessions.endAllOf(session.person) : sessions.end(session))
      if (session !== undefined) {
        req.identity = { kind: 'session', session, ownRecordOnly: true }
        audit(req, 'logout', { everywhere, ended })
      }
      return { status: 200, body: { message: 'Signed out', ended } }
    },
  }

  function callbackUrl(req: Request): URL {
    return new URL(`/auth/${req.params.provider}/callback`, ownOrigin(req, origins))
  }

  async function findOwnSession(req: Request) {
    const id = cookies.readSession(req)
    return id === undefined || id === 'ambiguous' ? undefined : sessions.find(id)
  }

  /** A session that the browser brought along is ended: what comes after a login has nothing of before it. */
  async function startSession(req: Request, res: Response, person: Person): Promise<void> {
    const before = await findOwnSession(req)
    if (before !== undefined) await sessions.end(before)
    const { id, session } = await sessions.start(person)
    cookies.setSession(res, id, options.ttlSeconds)
    req.identity = { kind: 'session', session, ownRecordOnly: true }
    audit(req, 'login', { user_id: person.userId })
  }
}

/** True where a person sees the answer: they get the page, which says what is wrong, instead of JSON. */
function isNavigation(req: Request): boolean {
  return req.get('sec-fetch-mode') === 'navigate'
}

/** Tells the page that somebody came back without having signed in. */
function withDeclined(redirect: string): string {
  const url = new URL(redirect, 'http://own')
  url.searchParams.set('login_error', 'declined')
  return url.pathname + url.search + url.hash
}

function toUser({ userId, username, provider }: Person) {
  return { id: userId, username, provider }
}

function requirePerson({ identity }: Request): Person {
  if (identity.kind !== 'session') throw new Unauthenticated('You are not signed in.')
  return identity.session.person
}
