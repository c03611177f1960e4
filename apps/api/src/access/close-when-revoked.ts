import type { Response } from 'express'
import { Forbidden, Unauthenticated } from '../errors.ts'

const RECHECK_MILLISECONDS = 500

/** Ends a stream soon after the session or key it was opened with becomes invalid; from then on, `identify` throws. */
export function closeWhenRevoked(res: Response, identify: () => unknown): void {
  const recheck = setInterval(async () => {
    try {
      await identify()
    } catch (error) {
      // Keep the stream open while the database does not respond.
      if (error instanceof Unauthenticated || error instanceof Forbidden) res.destroy()
    }
  }, RECHECK_MILLISECONDS)
  res.once('close', () => clearInterval(recheck))
}
