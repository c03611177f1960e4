import { contract, type RouteMetadata } from '@timezone-registry/contract'
import type { AppRouteImplementation } from '@ts-rest/express'
import type { Request, RequestHandler, Response } from 'express'

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

/** Every route is served under this prefix and, for existing clients, without one. */
export const ROUTE_PREFIX = '/v1'

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

/** A value, or a promise of it only if there is something to wait for. */
export type MaybePromise<T> = T | Promise<T>

/** A request that has reached a route of the contract. */
export type RoutedRequest = Request & { tsRestRoute: { path: string; metadata: RouteMetadata } }

/**
 * A step of the pipeline, which knows the route's policy. Throws or rejects to refuse the request; if it answers the
 * request, the remaining steps are skipped. Returns a promise only if there is something to wait for.
 */
export type RouteStep = (req: RoutedRequest, res: Response) => MaybePromise<void>

/** Sees every request. */
export type RequestObserver = {
  onArrival?: () => void
  /** Called when the response has closed. */
  onClose: (req: Request, res: Response) => void
}

/** Combines several steps into one middleware: Express takes as long to reach a middleware as a step takes to run. */
export function inOrder(steps: readonly RouteStep[]): RequestHandler {
  return (req, res, next) => {
    const run = (index: number): MaybePromise<void> => {
      for (let at = index; at < steps.length; at += 1) {
        const pending = (steps[at] as RouteStep)(req as RoutedRequest, res)
        if (pending !== undefined) return pending.then(() => (res.headersSent ? undefined : run(at + 1)))
        if (res.headersSent) return
      }
      next()
    }
    return run(0)
  }
}

/** Adds what is called when the response begins, or closes without one. */
export function addRelease({ call }: Request, release: () => void): void {
  const { onResponse } = call
  if (onResponse === undefined) call.onResponse = release
  else
    call.onResponse = () => {
      release()
      onResponse()
    }
}

/** Releases what the request held while it was processed. */
export function callOnResponse({ call }: Request): void {
  const { onResponse } = call
  if (onResponse === undefined) return
  call.onResponse = undefined
  onResponse()
}
