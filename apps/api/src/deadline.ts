import { notAnswering } from './errors.ts'

/**
 * Rejects if the work takes longer, by default with `Unavailable` for the database; the work itself continues. Of a
 * request's time, each part is shorter than the one that waits for it: the response begins within 3.3 s (overload.ts), a
 * query takes 3 s, a statement 2 s, and the wait for a lock 1 s (packages/db/src/server-pool.ts).
 */
export function withDeadline<Result>(
  milliseconds: number,
  work: () => Promise<Result>,
  toError: (cause: Error) => Error = notAnswering,
): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  const giveUp = () => reject(toError(new Error(`Took more than ${milliseconds} ms`)))
  const timer = setTimeout(giveUp, milliseconds)
  Promise.try(work)
    .finally(() => clearTimeout(timer))
    .then(resolve, reject)
  return promise
}
