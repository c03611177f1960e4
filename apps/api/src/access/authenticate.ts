import type { IncomingMessage } from 'node:http'
import type { RouteMetadata } from '@timezone-registry/contract'
import type { Request } from 'express'
import { Forbidden, RateLimited, Unauthenticated } from '../errors.ts'
import type { RouteStep } from '../http/request.ts'
import type { ApiKeys } from './api-keys/api-keys.ts'
import type { Cookies } from './cookies.ts'
import {
  ANYONE,
  type AttemptToAuthenticate,
  type Identity,
  type IsAdmin,
  type Scope,
  type Session,
} from './identity.ts'
import { assertTrustedOrigin, isForeignPage, type OriginPolicy } from './origin.ts'
import type { Sessions } from './sessions/sessions.ts'
import type { StreamRights } from './stream-rights.ts'

type AuthenticateOptions = {
  writes: 'open' | 'required'
  reads: 'public' | 'required'
  isAdmin: IsAdmin
  origins: OriginPolicy
  cookies: Cookies
  keys: ApiKeys
  sessions: Sessions
  attemptToAuthenticate: AttemptToAuthenticate
  streamRights: StreamRights
}

/** The step that enforces the policy of each route of the contract. If a request has a key, its cookies are ignored. */
export function createAuthenticate(options: AuthenticateOptions): RouteStep {
  const policies = createPolicies(options)
  const verifyKey = createVerifyKey(options)
  const verifySession = createVerifySession(options)

  async function identify(req: Request, policy: Policy): Promise<Identity> {
    const key = policy.scope === undefined ? undefined : bearerOf(req)
    if (key !== undefined) return verifyKey(req, key, policy)
    if (policy.mayWrite && req.method !== 'GET' && req.method !== 'HEAD')
      assertTrustedOrigin(req, options.origins)
    const isActing = actsAsAdmin(req, policy)
    // Caches do not know the header that asks for it.
    if (isActing) req.call.headers['Cache-Control'] = 'private, no-store'
    const asAdmin = isActing || policy.isForAdmins === true
    // Pages of other origins may act for the people who use them, but not for the operator.
    if (asAdmin && isForeignPage(req, options.origins))
      throw new Forbidden('Only pages of this service may do this.')
    if (policy.usesSession || asAdmin) return verifySession(req, policy, asAdmin)
    if (!policy.isOpen) throw new Unauthenticated(policy.problem)
    return ANYONE
  }

  return async (req, res) => {
    const { auth, isStream } = req.tsRestRoute.metadata
    const identity = await identify(req, policies[auth])
    req.call.identity = identity
    if (!isStream || policies[auth].isOpen) return
    // Outside the limit for guesses, which others in the network may have used up.
    options.streamRights.watch(res, async () =>
      identity.kind === 'key'
        ? (await options.keys.find(bearerOf(req) ?? '')) !== undefined
        : (await options.sessions.findPresented(req)).length > 0,
    )
  }
}

function createVerifyKey({ keys, attemptToAuthenticate }: AuthenticateOptions) {
  return async (req: Request, bearer: string, { isOpen, scope }: Policy): Promise<Identity> => {
    const find = () => keys.find(bearer)
    let key = keys.peek(bearer)
    try {
      key ??= await (keys.wasValid(bearer) ? find() : attemptToAuthenticate(req.call.network, find))
    } catch (error) {
      // Public reads stay available to key holders while the database is down.
      if (isOpen && scope === 'records:read' && !(error instanceof RateLimited)) return ANYONE
      throw error
    }
    if (key === undefined)
      throw new Unauthenticated('This API key is not valid: it is mistyped, unknown, expired or revoked.')
    const allows = (own: Scope) =>
      own === 'admin' || own === scope || (own === 'records:read:public' && scope === 'records:read')
    if (!isOpen && !key.scopes.some(allows))
      throw new Forbidden(`This API key lacks the scope ${scope}. Ask the operator for a key that has it.`)
    return { kind: 'key', key }
  }
}

function createVerifySession(options: AuthenticateOptions) {
  const { cookies, sessions, attemptToAuthenticate, writes, isAdmin } = options

  async function find(req: Request, asAdmin: boolean): Promise<Session | undefined> {
    const ids = cookies.readSessions(req)
    const [first] = ids
    if (first === undefined) return undefined
    // In open mode, a session may set the record of another user, which no session is checked for.
    const isChecked = req.tsRestRoute?.metadata.checksSession && writes === 'required' && !asAdmin
    const known = isChecked ? sessions.recall(first) : sessions.peek(first)
    if (known !== undefined) return known
    // A page of another origin may send two cookies, one of which may belong to a session that has ended.
    const lookUp = async () => (await sessions.findPresented(req))[0]
    return ids.some(sessions.wasValid) ? lookUp() : attemptToAuthenticate(req.call.network, lookUp)
  }

  return async (req: Request, policy: Policy, asAdmin: boolean): Promise<Identity> => {
    const session = await find(req, asAdmin)
    if (session === undefined) {
      if (policy.isOpen && !asAdmin) return ANYONE
      throw new Unauthenticated(asAdmin ? 'You are not signed in.' : policy.problem)
    }
    if (!asAdmin) return { kind: 'session', session, ownRecordOnly: writes === 'required' }
    if (!isAdmin(session.person))
      throw new Forbidden('Only admins may do this. The operator names them in ADMINS.')
    return { kind: 'session', session, ownRecordOnly: false, isAdmin: true }
  }
}

/** Otherwise, no page that an admin opens shows them private records. CORS lets no page of another origin send the header. */
function actsAsAdmin({ headers }: IncomingMessage, { scope }: Policy): boolean {
  return scope !== undefined && headers['registry-act-as'] === 'admin'
}

/** The credentials of an `Authorization: Bearer` header. Other schemes are for proxies. */
function bearerOf({ headers: { authorization } }: IncomingMessage): string | undefined {
  if (authorization === undefined) return undefined
  const [scheme = '', credentials = ''] = authorization.split(/ +/)
  return scheme.toLowerCase() === 'bearer' ? credentials : undefined
}

/** What a kind of route requires of its callers. */
type Policy = {
  /** True if callers without credentials are admitted. */
  isOpen: boolean
  /** The scope that an API key needs; without one, keys are ignored. */
  scope?: Scope
  /** True if the session is looked up. */
  usesSession?: boolean
  /** Unless it is true, pages of any origin may call these routes, even by POST: they change nothing. */
  mayWrite?: boolean
  /** True if only admins are admitted, from the service's own pages. */
  isForAdmins?: boolean
  /** What is wrong with a request without credentials, for its sender. */
  problem: string
}

/** The meaning of each policy that a route of the contract may state, with this service's settings. */
function createPolicies({ writes, reads }: AuthenticateOptions): Record<RouteMetadata['auth'], Policy> {
  const write = { isOpen: writes === 'open', scope: 'records:write', mayWrite: true } as const
  const person = { isOpen: false, usesSession: true, mayWrite: true, problem: 'You are not signed in.' }
  return {
    anyone: { isOpen: true, mayWrite: true, problem: '' },
    reader: {
      isOpen: reads === 'public',
      scope: 'records:read',
      // Public reads skip the session lookup, so they are faster and work while sessions cannot be read.
      usesSession: reads === 'required',
      problem: 'Reading here needs a login or an API key.',
    },
    writer: { ...write, usesSession: true, problem: 'Writing here needs a login or an API key.' },
    program: { ...write, problem: 'Only programs may do this: send an API key.' },
    person,
    // A leaked key cannot create others, so revoking it is enough.
    admin: { ...person, isForAdmins: true },
  }
}
