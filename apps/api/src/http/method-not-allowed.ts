import { Router } from 'express'
import type { Endpoint } from './endpoints.ts'
import { HttpProblem } from './problem.ts'

/** Answers 405 with `Allow` for methods that a path does not support. Mounted after the routes. */
export function createMethodNotAllowed(endpoints: readonly Endpoint[]): Router {
  const router = Router()
  for (const { path, methods } of endpoints) {
    const allow = methods.join(', ')
    router.all(path, ({ method }) => {
      throw new HttpProblem(
        'method_not_allowed',
        `${method} is not allowed here; this path accepts ${allow}.`,
        {
          allow,
        },
      )
    })
  }
  return router
}
