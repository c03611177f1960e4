/** The middle value; NaN for an empty list. */
export function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
}

/** The value that `share` (0–1) of the numbers do not exceed; NaN for an empty list. */
export function percentile(numbers: readonly number[], share: number): number {
  return numbers.toSorted((a, b) => a - b)[Math.ceil(numbers.length * share) - 1] ?? Number.NaN
}

/** Distance between the largest and the smallest round, in percent of the median. */
export function spread(numbers: readonly number[]): number {
  return Math.round(((Math.max(...numbers) - Math.min(...numbers)) / median(numbers)) * 100)
}

/** Milliseconds that the work takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now()
  await work()
  return performance.now() - since
}
