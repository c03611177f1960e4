import type { IncomingMessage } from 'node:http'
import type { RouteMetadata } from '@timezone-registry/contract'
import type { Request, Response } from 'express'
import { Forbidden, Unauthenticated } from '../errors.ts'
import type { Cookies } from './cookies.ts'
import type { ApiKey, Identity, Scope, Session } from './identity.ts'
import { assertTrustedOrigin, type OriginPolicy } from './origin.ts'

type RoutedRequest = Request & { tsRestRoute: { metadata: RouteMetadata } }
type MaybePromise<T> = T | Promise<T>

/** A step of the pipeline: enforces the policy that each route of the contract carries. */
export type Authenticate = (req: RoutedRequest, res: Response, next: (error?: unknown) => void) => void

export type AuthenticateOptions = {
  writes: 'open' | 'required'
  reads: 'public' | 'required'
  origins: OriginPolicy
  cookies: Pick<Cookies, 'readSession'>
  /** Undefined for a key that is unknown, mistyped, expired or revoked. Rejects while the database does not answer. */
  findKey: (key: string) => MaybePromise<ApiKey | undefined>
  /** Undefined for an id that is unknown, expired or signed out. Rejects while the database does not answer. */
  findSession: (id: string) => MaybePromise<Session | undefined>
  /** Limits wrong keys and session ids, before they are looked up. */
  failures: { assertBelowLimit(req: IncomingMessage): void; count(req: IncomingMessage): void }
}

/** What a kind of route asks of its callers. */
type Policy = {
  /** True where a caller without credentials is let in. */
  isOpen: boolean
  /** The scope that lets an API key in; undefined where keys have no meaning. */
  scope: Scope | undefined
  /** True where a session changes the answer, so that one is looked for. */
  usesSession: boolean
  /** Shown to a caller without credentials. */
  refusal: string
}

const ANYONE: Identity = { kind: 'anyone' }
const RECHECK_MILLISECONDS = 500

/** A key that is sent along is judged alone, whatever cookie comes with it. */
export function createAuthenticate(options: AuthenticateOptions): Authenticate {
  const policies = createPolicies(options)
  const judgeKey = createKeyJudge(options)
  const judgeSession = createSessionJudge(options)

  function identify(req: Request, policy: Policy): MaybePromise<Identity> {
    const key = policy.scope === undefined ? undefined : bearerOf(req)
    if (key !== undefined) return judgeKey(req, key, policy)
    if (req.method !== 'GET' && req.method !== 'HEAD') assertTrustedOrigin(req, options.origins)
    if (policy.usesSession) return judgeSession(req, policy)
    if (!policy.isOpen) throw new Unauthenticated(policy.refusal)
    return ANYONE
  }

  return (req, res, next) => {
    const { auth, isStream } = req.tsRestRoute.metadata
    const policy = policies[auth]
    const accept = (identity: Identity) => {
      req.identity = identity
      if (isStream && !policy.isOpen) closeWhenRevoked(res, () => identify(req, policy))
      next()
    }
    const identity = identify(req, policy)
    if (identity instanceof Promise) identity.then(accept, next)
    else accept(identity)
  }
}

function createPolicies({ writes, reads }: AuthenticateOptions): Record<RouteMetadata['auth'], Policy> {
  return {
    anyone: { isOpen: true, scope: undefined, usesSession: false, refusal: '' },
    reader: {
      isOpen: reads === 'public',
      scope: 'records:read',
      // What anyone may read is not made slower, or unavailable, by looking up who asks.
      usesSession: reads === 'required',
      refusal: 'Reading here needs a login or an API key.',
    },
    writer: {
      isOpen: writes === 'open',
      scope: 'records:write',
      usesSession: true,
      refusal: 'Writing here needs a login or an API key.',
    },
    program: {
      isOpen: false,
      scope: 'records:write',
      usesSession: false,
      refusal: 'Only programs may do this: send an API key.',
    },
    person: { isOpen: false, scope: undefined, usesSession: true, refusal: 'You are not signed in.' },
  }
}

function createKeyJudge({ findKey, failures }: AuthenticateOptions) {
  return (req: Request, bearer: string, policy: Policy): MaybePromise<Identity> => {
    failures.assertBelowLimit(req)
    const found = findKey(bearer)
    if (!(found instanceof Promise)) return judge(found)
    return found.then(judge, (error: unknown) => {
      // While the database is down, what anyone may read is served to key holders as well.
      if (policy.isOpen && policy.scope === 'records:read') return ANYONE
      throw error
    })

    function judge(key: ApiKey | undefined): Identity {
      if (key === undefined) {
        failures.count(req)
        throw new Unauthenticated('This API key is not valid: it is mistyped, unknown, expired or revoked.')
      }
      const { scope } = policy
      const isAllowed = policy.isOpen || key.scopes.includes('admin') || (scope && key.scopes.includes(scope))
      if (!isAllowed)
        throw new Forbidden(`This API key lacks the scope ${scope}. Ask the operator for a key that has it.`)
      return { kind: 'key', key }
    }
  }
}

function createSessionJudge({ cookies, findSession, failures, writes }: AuthenticateOptions) {
  return (req: Request, policy: Policy): MaybePromise<Identity> => {
    const id = cookies.readSession(req)
    if (id === 'ambiguous')
      throw new Unauthenticated(
        'The browser sent more than one session cookie: delete the cookies of this site and sign in again.',
      )
    if (id === undefined) return judge(undefined)
    failures.assertBelowLimit(req)
    const found = findSession(id)
    if (found instanceof Promise) return found.then(judgeFound)
    return judgeFound(found)

    function judgeFound(session: Session | undefined): Identity {
      if (session === undefined) failures.count(req)
      return judge(session)
    }

    function judge(session: Session | undefined): Identity {
      if (session !== undefined) return { kind: 'session', session, ownRecordOnly: writes === 'required' }
      if (policy.isOpen) return ANYONE
      throw new Unauthenticated(policy.refusal)
    }
  }
}

/** A stream must not outlive the session or the key that it was opened with. */
function closeWhenRevoked(res: Response, identify: () => MaybePromise<Identity>): void {
  const recheck = setInterval(async () => {
    try {
      await identify()
    } catch (error) {
      // While the database does not answer, the stream stays.
      if (error instanceof Unauthenticated || error instanceof Forbidden) res.destroy()
    }
  }, RECHECK_MILLISECONDS)
  res.once('close', () => clearInterval(recheck))
}

/** The credentials of an `Authorization: Bearer` header. Other schemes belong to proxies. */
function bearerOf({ headers: { authorization } }: IncomingMessage): string | undefined {
  if (authorization === undefined) return undefined
  const [scheme = '', credentials = ''] = authorization.split(/ +/)
  return scheme.toLowerCase() === 'bearer' ? credentials : undefined
}
