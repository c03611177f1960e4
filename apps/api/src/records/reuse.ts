// So that the work takes at most a twentieth of a core.
const REUSE_FACTOR = 20
const LEAST_REUSE_MILLISECONDS = 1000

/** No result is returned that is older. */
export const MAX_AGE_MILLISECONDS = 60_000

/** For how long a result is returned, from when the work began that took so long. The next one ends before it is too old. */
export function reusedFor(takenMilliseconds: number): number {
  const wait = Math.max(LEAST_REUSE_MILLISECONDS, REUSE_FACTOR * takenMilliseconds)
  return Math.min(takenMilliseconds + wait, MAX_AGE_MILLISECONDS - takenMilliseconds)
}
