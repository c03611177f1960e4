import type { RouteMetadata } from '@timezone-registry/contract'
import type { Request } from 'express'
import { ApiError } from '../errors.ts'
import { assertTrustedOrigin, type OriginPolicy } from './origin.ts'

/** Who sends a request. In open mode everybody is `anyone`, and may write any record. */
type Identity = { kind: 'anyone' }

declare global {
  namespace Express {
    interface Request {
      /** Set by `authenticate` before any handler runs. */
      identity: Identity
    }
  }
}

/** Enforces the policy that each route of the contract carries. Runs before the input is looked at. */
export function createAuthenticate({
  auth,
  origins,
}: {
  auth: 'open' | 'required'
  origins: OriginPolicy
}): (req: Request & { tsRestRoute: { metadata: RouteMetadata } }, res: unknown, next: () => void) => void {
  return (req, _res, next) => {
    if (req.tsRestRoute.metadata.auth === 'writer') {
      assertTrustedOrigin(req, origins)
      if (auth === 'required')
        throw new ApiError('unauthenticated', 'Writing here needs a login or an API key.')
    }
    req.identity = { kind: 'anyone' }
    next()
  }
}

/** The fields that name whose record a request writes, all of them checked at once. Throws `invalid_request`. */
export function requireFields<Name extends string>(
  input: Partial<Record<Name, string | undefined>>,
  ...names: Name[]
): Record<Name, string> {
  const missing = names.filter((name) => input[name] === undefined)
  if (missing.length > 0)
    throw new ApiError(
      'invalid_request',
      `Say whose timezone it is: ${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} missing.`,
      {
        errors: missing.map((path) => ({ path, message: 'is required' })),
      },
    )
  return input as Record<Name, string>
}
