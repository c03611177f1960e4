import type { RouteMetadata } from '@timezone-registry/contract'
import type { Scope } from './identity.ts'

/** What a kind of route requires of its callers. */
export type Policy = {
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

type Access = { writes: 'open' | 'required'; reads: 'public' | 'required' }

/** The meaning of each policy that a route of the contract may state, with this service's settings. */
export function createPolicies({ writes, reads }: Access): Record<RouteMetadata['auth'], Policy> {
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
