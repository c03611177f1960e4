import { setTimeout as sleep } from 'node:timers/promises'

// Longer than a query takes while the database is not busy.
const CONCEALED_MILLISECONDS = 3

/**
 * Returns a function that starts a wait long enough to conceal how long a query takes. Queries that start in the same
 * turn of the event loop share a timer, because one for each takes a tenth of a read's CPU time.
 */
export function createConcealment(): () => Promise<void> {
  let current: Promise<void> | undefined
  return () => {
    if (current === undefined) {
      current = sleep(CONCEALED_MILLISECONDS)
      setImmediate(() => {
        current = undefined
      })
    }
    return current
  }
}
