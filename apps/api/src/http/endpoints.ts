import { contract, type RouteMetadata } from '@timezone-registry/contract'
import type { AppRouteImplementation } from '@ts-rest/express'

/** The handlers that one feature implements, by the names of the contract's routes. */
export type RouteHandlers<Name extends keyof typeof contract> = {
  [Key in Name]: AppRouteImplementation<(typeof contract)[Key]>
}

/** One path: the methods that it answers, and whether its requests carry credentials. */
export type Endpoint = {
  readonly path: string
  readonly methods: readonly string[]
  readonly withCredentials: boolean
}

/**
 * The endpoints of the contract by their paths, those without parameters first. If reads require authentication, they
 * carry credentials as well. Throws for a route without a policy, so that the service does not start.
 */
export function listEndpoints({ reads }: { reads: 'public' | 'required' }): Map<string, Endpoint> {
  const routes = Object.entries(contract).map(([name, { path, method, metadata }]) => {
    const { auth, credentials } = metadata as Partial<RouteMetadata>
    if (auth === undefined) throw new Error(`Route ${name} has no access policy`)
    const withCredentials =
      credentials === 'include' ||
      auth === 'writer' ||
      auth === 'person' ||
      (auth === 'reader' && reads === 'required')
    return { path: path as string, method, withCredentials }
  })
  const endpoints = [...Map.groupBy(routes, ({ path }) => path)].map(([path, all]): [string, Endpoint] => [
    path,
    {
      path,
      methods: [...all.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : method)), 'OPTIONS'],
      withCredentials: all.some(({ withCredentials }) => withCredentials),
    },
  ])
  return new Map(endpoints.sort(([a], [b]) => Number(a.includes(':')) - Number(b.includes(':'))))
}
