import type { RouteMetadata } from '@timezone-registry/contract'
import type { Request, RequestHandler, Response } from 'express'

declare global {
  namespace Express {
    interface Request {
      /** Called once: when the head of the answer is written, or when the response closes without one. */
      onAnswer?: (() => void) | undefined
    }
  }
}

/**
 * A step of the pipeline. Throws or rejects to refuse the request; returns a promise only where there is something to
 * wait for.
 */
export type Step = (req: Request, res: Response) => Promise<void> | void

/** A step that comes after routing, so it knows the policy of the route. */
export type RouteStep = (
  req: Request & { tsRestRoute: { metadata: RouteMetadata } },
  res: Response,
) => Promise<void> | void

/** Several steps as one middleware: Express needs as long to reach each as a step takes. */
export function inOrder(steps: readonly (Step | RouteStep)[]): RequestHandler {
  return (req, res, next) => {
    const run = (index: number): Promise<void> | void => {
      for (let at = index; at < steps.length; at += 1) {
        const pending = (steps[at] as Step)(req, res)
        if (pending !== undefined) return pending.then(() => run(at + 1))
      }
      next()
    }
    return run(0)
  }
}

/** Gives back what the request held while it was worked on. */
export function callOnAnswer(req: Request): void {
  const { onAnswer } = req
  if (onAnswer === undefined) return
  req.onAnswer = undefined
  onAnswer()
}
