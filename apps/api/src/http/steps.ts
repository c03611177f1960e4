import type { RouteMetadata } from '@timezone-registry/contract'
import type { Request, RequestHandler, Response } from 'express'

declare global {
  namespace Express {
    interface Request {
      /** Called once: when the head of the response is written, or when the response closes without one. */
      onResponse?: (() => void) | undefined
    }
  }
}

/** A value, or a promise of it only if there is something to wait for. */
export type MaybePromise<T> = T | Promise<T>

/** A request that has reached a route of the contract. */
export type RoutedRequest = Request & { tsRestRoute: { path: string; metadata: RouteMetadata } }

/**
 * A step of the pipeline. Throws or rejects to refuse the request; if it answers the request, the remaining steps are
 * skipped. Returns a promise only if there is something to wait for.
 */
export type Step = (req: Request, res: Response) => MaybePromise<void>

/** A step after routing, which knows the route's policy. */
export type RouteStep = (req: RoutedRequest, res: Response) => MaybePromise<void>

/** Sees every request, twice. */
export type RequestObserver = {
  onArrival(): void
  /** Called when the response has closed. */
  onClose(req: Request, res: Response): void
}

/** Combines several steps into one middleware: Express takes as long to reach a middleware as a step takes to run. */
export function inOrder(steps: readonly (Step | RouteStep)[]): RequestHandler {
  return (req, res, next) => {
    const run = (index: number): MaybePromise<void> => {
      for (let at = index; at < steps.length; at += 1) {
        const pending = (steps[at] as Step)(req, res)
        if (pending !== undefined) return pending.then(() => (res.headersSent ? undefined : run(at + 1)))
        if (res.headersSent) return
      }
      next()
    }
    return run(0)
  }
}

/** Releases what the request held while it was processed. */
export function callOnResponse(req: Request): void {
  const { onResponse } = req
  if (onResponse === undefined) return
  req.onResponse = undefined
  onResponse()
}
