/** Retries once if no answer came. A repeated request would get an answer such as 404 again. */
export function retryUnlessAnswered(failures: number, error: unknown): boolean {
  return failures < 1 && !isAnswered(error)
}

/** False where no answer came. */
export function isAnswered(error: unknown): boolean {
  return statusOf(error) !== undefined
}

/** True for an answer of the service with this status. */
export function isStatus(error: unknown, status: number): boolean {
  return statusOf(error) === status
}

function statusOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined
}
