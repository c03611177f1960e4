import type { IncomingMessage } from 'node:http'
import type { RouteMetadata } from '@timezone-registry/contract'
import type { Request, Response } from 'express'
import { DomainError, Forbidden, Unauthenticated } from '../errors.ts'
import type { Cookies } from './cookies.ts'
import type { ApiKey, Identity, Scope, Session } from './identity.ts'
import { assertTrustedOrigin, type OriginPolicy } from './origin.ts'

type Authenticate = {
  /** A step of the pipeline, before the input is looked at. */
  handle(
    req: Request & { tsRestRoute: { metadata: RouteMetadata } },
    res: Response,
    next: (error?: unknown) => void,
  ): void
  /** Who sends a request to a route of this policy. Rejects with `unauthenticated` or `forbidden`. */
  identify(req: IncomingMessage, policy: RouteMetadata['auth']): Promise<Identity>
}

type AuthenticateOptions = {
  auth: 'open' | 'required'
  reads: 'public' | 'required'
  origins: OriginPolicy
  cookies: Pick<Cookies, 'readSession'>
  /** Undefined for a key that is unknown, mistyped, expired or revoked. Rejects while that cannot be known. */
  findKey: (key: string) => Promise<ApiKey | undefined>
  /** Undefined for an id that is unknown, expired or signed out. Rejects while that cannot be known. */
  findSession: (id: string) => Promise<Session | undefined>
}

const READING: Scope = 'records:read'
const WRITING: Scope = 'records:write'
const RECHECK_MILLISECONDS = 500

/**
 * Enforces the policy that each route of the contract carries.
 * A key that is sent along is judged alone, whatever cookie comes with it.
 */
export function createAuthenticate(options: AuthenticateOptions): Authenticate {
  const { auth, reads, origins, cookies, findKey, findSession } = options
  const isOpen = { reader: reads === 'public', writer: auth === 'open', person: false }

  return {
    identify,
    handle: (req, res, next) => {
      const policy = req.tsRestRoute.metadata.auth
      identify(req, policy).then((identity) => {
        req.identity = identity
        if (policy === 'reader' && !isOpen.reader) endWithItsRight(req, res, policy)
        next()
      }, next)
    },
  }

  async function identify(req: IncomingMessage, policy: RouteMetadata['auth']): Promise<Identity> {
    const bearer = policy === 'anyone' ? undefined : bearerOf(req)
    if (bearer !== undefined && policy !== 'anyone' && policy !== 'person') return identifyKey(bearer, policy)
    if (req.method !== 'GET' && req.method !== 'HEAD') assertTrustedOrigin(req, origins)
    // What anybody may read is not made slower, or unavailable, by asking who it is.
    if (policy === 'anyone' || (policy === 'reader' && isOpen.reader)) return { kind: 'anyone' }
    const session = await findSessionOf(req)
    if (session !== undefined) return { kind: 'session', session, ownRecordOnly: auth === 'required' }
    if (isOpen[policy]) return { kind: 'anyone' }
    throw new Unauthenticated(WHAT_IT_NEEDS[policy])
  }

  async function identifyKey(bearer: string, policy: 'reader' | 'writer'): Promise<Identity> {
    const key = await findKey(bearer).catch((error: unknown) => {
      if (policy === 'reader' && isOpen.reader) return 'unknown' as const
      throw error
    })
    if (key === 'unknown') return { kind: 'anyone' }
    if (key === undefined)
      throw new Unauthenticated('This API key is not valid: it is mistyped, unknown, expired or revoked.')
    const scope = policy === 'writer' ? WRITING : READING
    const isAllowed = key.scopes.includes(scope) || key.scopes.includes('admin')
    if (!isAllowed && !isOpen[policy])
      throw new Forbidden(`This API key lacks the scope ${scope}. The operator can make one with it.`)
    return { kind: 'key', key }
  }

  async function findSessionOf(req: IncomingMessage): Promise<Session | undefined> {
    const id = cookies.readSession(req)
    if (id === 'ambiguous')
      throw new Unauthenticated(
        'The browser sent more than one session cookie: delete the cookies of this site and sign in again.',
      )
    return id === undefined ? undefined : findSession(id)
  }

  /** An answer that goes on, as `/events` does, must not outlive the session or the key that it was given to. */
  function endWithItsRight(req: Request, res: Response, policy: 'reader'): void {
    const recheck = setInterval(() => {
      identify(req, policy).catch((error: unknown) => {
        if (error instanceof DomainError) res.destroy()
      })
    }, RECHECK_MILLISECONDS)
    res.once('close', () => clearInterval(recheck))
  }
}

const WHAT_IT_NEEDS = {
  reader: 'Reading here needs a login or an API key.',
  writer: 'Writing here needs a login or an API key.',
  person: 'You are not signed in.',
}

/** The credentials of an `Authorization: Bearer` header. Other schemes are a proxy's business. */
function bearerOf(req: IncomingMessage): string | undefined {
  const [scheme = '', credentials = ''] = (req.headers.authorization ?? '').split(/ +/)
  return scheme.toLowerCase() === 'bearer' ? credentials : undefined
}
