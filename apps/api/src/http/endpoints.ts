import { contract, type RouteMetadata } from '@timezone-registry/contract'
import type { AppRouteImplementation } from '@ts-rest/express'

/** The handlers that one feature implements, by the names of the contract's routes. */
export type RouteHandlers<Name extends keyof typeof contract> = {
  [Key in Name]: AppRouteImplementation<(typeof contract)[Key]>
}

/** One path of the contract: the methods it answers to, and whether its requests carry credentials. */
export type Endpoint = { path: string; methods: string[]; withCredentials: boolean }

/** Every route is served under this prefix and, for existing clients, without one. */
export const ROUTE_PREFIX = '/v1'

/** Matches the paths of a route with parameters. */
export function toPattern(path: string): RegExp {
  return new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`, 'i')
}

/**
 * Every path of the contract. If reads require authentication, they carry credentials as well.
 * Throws for a route without a policy, so that the service does not start.
 */
export function listEndpoints({ reads }: { reads: 'public' | 'required' }): Endpoint[] {
  const endpoints = new Map<string, Endpoint>()
  for (const [name, { path, method, metadata }] of Object.entries(contract)) {
    const { auth, credentials } = metadata as Partial<RouteMetadata>
    if (auth === undefined) throw new Error(`Route ${name} has no access policy`)
    const endpoint = endpoints.get(path) ?? { path, methods: [], withCredentials: false }
    endpoint.methods.push(...(method === 'GET' ? ['GET', 'HEAD'] : [method]))
    endpoint.withCredentials ||=
      credentials === 'include' ||
      auth === 'writer' ||
      auth === 'person' ||
      (auth === 'reader' && reads === 'required')
    endpoints.set(path, endpoint)
  }
  for (const { methods } of endpoints.values()) methods.push('OPTIONS')
  return [...endpoints.values()]
}
