import type { Me } from '@timezone-registry/contract'
import type { Request, Response } from 'express'
import { DomainError, NotFound, RateLimited, Unavailable } from '../../errors.ts'
import type { RouteHandlers } from '../../http/endpoints.ts'
import { createSample, type Logger } from '../../logger.ts'
import type { Audit } from '../audit.ts'
import type { Cookies } from '../cookies.ts'
import { type AttemptToAuthenticate, type IsAdmin, type Person, requireSession, toUser } from '../identity.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { isNavigation, type Login } from './login.ts'
import { ProviderMisconfigured } from './provider.ts'

type LoginRoutes = RouteHandlers<'listSignInOptions' | 'startLogin' | 'finishLogin'>
type SessionRoutes = RouteHandlers<'getMe' | 'logout'>

type LoginRoutesOptions = {
  login: Login
  sessions: Pick<Sessions, 'start' | 'findPresented' | 'end'>
  cookies: Cookies
  writes: 'open' | 'required'
  reads: 'public' | 'required'
  isAdmin: IsAdmin
  /** Of the service's Discord app, if it has one. */
  discordApplicationId: string | undefined
  audit: Audit
  attemptToLogIn: AttemptToAuthenticate
  /** What a person reads of their record. */
  findOwn: (req: Request, userId: string) => Promise<Omit<Me, 'user' | 'admin'>>
  /** Writes a name to the user's record, if they have one with another name. */
  takeOverName: (userId: string, username: string) => Promise<void>
  logger: Logger
}

/** The routes for signing in and out. */
export function createLoginRoutes(options: LoginRoutesOptions): LoginRoutes & SessionRoutes {
  const { login, attemptToLogIn, audit, writes, reads, discordApplicationId, logger } = options
  const installUrl =
    discordApplicationId && `https://discord.com/oauth2/authorize?client_id=${discordApplicationId}`
  const startSession = createStartSession(options)
  const rethrowLogged = createRethrowLogged(logger)
  return {
    ...createSessionRoutes(options),
    listSignInOptions: async () => ({
      status: 200,
      body: { writes, reads, providers: login.providers, discord_install_url: installUrl ?? null },
    }),
    startLogin: async ({ params, query, req, res }) => {
      const url = await login.start(req, params.provider, query.redirect).catch(rethrowLogged(req))
      return redirectTo(res, url)
    },
    finishLogin: async ({ params, query, req, res }) => {
      const finish = async () => {
        const end = await login.finish(req, params.provider, query.state)
        // A response that the deadline has sent cannot carry the session's cookie.
        if (res.headersSent) throw new Unavailable('The login took too long.')
        if (end.person !== undefined) await startSession(req, end.person)
        return end
      }
      const action = { action: 'login', provider: params.provider } as const
      const track = () =>
        audit.track(req, action, finish, ({ person }) => (person === undefined ? 'declined' : 'signed_in'))
      const end = await attemptToLogIn(req.call.network, track)
        .catch(rethrowLogged(req))
        .catch((error: unknown) => {
          if (!isNavigation(req) || !(error instanceof DomainError)) throw error
          return { person: undefined, redirect: '/?login_error=failed' }
        })
      if (end.person === undefined || end.redirect !== undefined) return redirectTo(res, end.redirect ?? '/')
      return { status: 200, body: { message: 'Signed in', user: toUser(end.person) } }
    },
  }
}

function createSessionRoutes({
  sessions,
  cookies,
  isAdmin,
  findOwn,
  audit,
}: LoginRoutesOptions): SessionRoutes {
  return {
    getMe: async ({ req }) => {
      const { person } = requireSession(req.call.identity)
      const record = await findOwn(req, person.userId)
      return { status: 200, body: { user: toUser(person), ...record, admin: isAdmin(person) } }
    },
    logout: async ({ query, req, res }) => {
      const presented = await sessions.findPresented(req)
      cookies.clearSessions(res)
      const [session] = presented
      if (session === undefined) return { status: 200, body: { message: 'Signed out', ended: 0 } }
      req.call.identity = { kind: 'session', session, ownRecordOnly: true }
      const everywhere = query.everywhere === 'true'
      const which = presented.map((session) => (everywhere ? session.person : session))
      const ended = await audit.track(
        req,
        { action: 'logout', everywhere },
        async () => (await Promise.all(which.map(sessions.end))).flat().length,
        () => 'signed_out',
      )
      return { status: 200, body: { message: 'Signed out', ended } }
    },
  }
}

/** Logs why logins fail, of an outage some: a browser that navigates gets only the page with an error. */
function createRethrowLogged(logger: Logger) {
  const sample = createSample()
  return (req: Request) =>
    (error: unknown): never => {
      const fields = { err: error, provider: req.params.provider, request_id: req.call.id }
      const { cause } = error as Error
      // Neither a flood, nor an address that anyone may guess, nor an error that is logged as a bug.
      const isRefusal =
        error instanceof DomainError && !(error instanceof RateLimited || error instanceof NotFound)
      if (cause instanceof ProviderMisconfigured)
        logger.error({ ...fields, remedy: cause.remedy }, 'Login failed')
      else if (isRefusal) {
        const sampled = error instanceof Unavailable ? sample() : {}
        if (sampled !== undefined) logger.warn({ ...fields, ...sampled }, 'Login failed')
      }
      throw error
    }
}

/** Starts the session, and ends those that the browser sent, so that none from before a login survives it. */
function createStartSession({ sessions, cookies, takeOverName, logger }: LoginRoutesOptions) {
  return async (req: Request, person: Person): Promise<void> => {
    await Promise.all((await sessions.findPresented(req)).map(sessions.end))
    const { id, session } = await sessions.start(person, req.get('user-agent'))
    cookies.setSession(req, id)
    req.call.identity = { kind: 'session', session, ownRecordOnly: true }
    // An id in place of a name: the provider gave none this time.
    if (person.username === person.userId) return
    // The person is signed in; their next login repeats it.
    await takeOverName(person.userId, person.username).catch((err: unknown) =>
      logger.warn({ err, request_id: req.call.id }, 'Could not update the name of a person who signed in'),
    )
  }
}

function redirectTo(res: Response, location: string) {
  res.set('Location', location)
  return { status: 302 as const, body: undefined }
}
