import type { RouteMetadata } from '@timezone-registry/contract'
import type { Scope } from './identity.ts'

/** What a kind of route requires of its callers. */
export type Policy = {
  /** True if callers without credentials are admitted. */
  isOpen: boolean
  /** The scope that an API key needs; undefined if keys are ignored. */
  scope: Scope | undefined
  /** True if the session is looked up. */
  usesSession: boolean
  /** False for routes that change nothing, even if the method is POST: pages of any origin may call them. */
  mayWrite: boolean
  /** True if only admins are admitted, from the service's own pages. */
  isForAdmins?: true
  /** What is wrong with a request without credentials, for its sender. */
  problem: string
}

const PERSON: Policy = {
  isOpen: false,
  scope: undefined,
  usesSession: true,
  mayWrite: true,
  problem: 'You are not signed in.',
}

/** The meaning of each policy that a route of the contract may state, with this service's settings. */
export function createPolicies({
  writes,
  reads,
}: {
  writes: 'open' | 'required'
  reads: 'public' | 'required'
}): Record<RouteMetadata['auth'], Policy> {
  return {
    anyone: { isOpen: true, scope: undefined, usesSession: false, mayWrite: true, problem: '' },
    reader: {
      isOpen: reads === 'public',
      scope: 'records:read',
      // Public reads skip the session lookup, so they are faster and work while sessions cannot be read.
      usesSession: reads === 'required',
      mayWrite: false,
      problem: 'Reading here needs a login or an API key.',
    },
    writer: {
      isOpen: writes === 'open',
      scope: 'records:write',
      usesSession: true,
      mayWrite: true,
      problem: 'Writing here needs a login or an API key.',
    },
    program: {
      isOpen: writes === 'open',
      scope: 'records:write',
      usesSession: false,
      mayWrite: true,
      problem: 'Only programs may do this: send an API key.',
    },
    person: PERSON,
    // A leaked key cannot create others, so revoking it is enough.
    admin: { ...PERSON, isForAdmins: true },
  }
}
