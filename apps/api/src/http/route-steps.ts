import type { RouteMetadata } from '@timezone-registry/contract'
import type { Request, Response } from 'express'

/** A step before the handler of a route, which it knows by its policy. Calls `next` when it is done. */
export type RouteStep = (
  req: Request & { tsRestRoute: { metadata: RouteMetadata } },
  res: Response,
  next: (error?: unknown) => void,
) => void

/** Several steps as one: in Express, each would cost as much to reach as it costs to do. */
export function inOrder(steps: readonly RouteStep[]): RouteStep {
  return (req, res, next) => {
    const run = (index: number, error?: unknown): void => {
      const step = steps[index]
      if (error !== undefined || step === undefined) next(error)
      else step(req, res, (error) => run(index + 1, error))
    }
    run(0)
  }
}
