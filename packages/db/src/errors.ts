/** What a failed query means to its caller. */
export type DatabaseErrorKind = 'unavailable' | 'conflict' | 'invalid_input' | 'bug'

// Appendix A of the PostgreSQL manual: a lost connection, a shutdown or a crash, no resources, a disk that is full,
// a cancelled statement, a lock that could not be had, a primary that was demoted.
const UNAVAILABLE_SQLSTATE = /^(?:08...|57P0[1-5]|53...|57014|55P03|25006|58...)$/
const CONFLICT_SQLSTATE = /^(?:40001|40P01)$/
const INVALID_INPUT_SQLSTATE = /^(?:22|23).../
const UNAVAILABLE_SYSTEM_CODE =
  /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT)$/
// pg gives these no code.
const UNAVAILABLE_MESSAGE =
  /timeout exceeded when trying to connect|timeout expired|connection terminated|query read timeout|not queryable|connection error/i

/** Tells an outage from a conflict that may be tried again, input that validation let through, and a bug of ours. */
export function databaseErrorKind(error: unknown): DatabaseErrorKind | undefined {
  const cause = rootCause(error)
  if (!(cause instanceof Error)) return undefined
  const code = 'code' in cause ? String(cause.code) : ''
  if (UNAVAILABLE_SQLSTATE.test(code) || UNAVAILABLE_SYSTEM_CODE.test(code)) return 'unavailable'
  if (CONFLICT_SQLSTATE.test(code)) return 'conflict'
  if (INVALID_INPUT_SQLSTATE.test(code)) return 'invalid_input'
  if (code === '' && UNAVAILABLE_MESSAGE.test(cause.message)) return 'unavailable'
  return error === cause ? undefined : 'bug'
}

/** The driver's own error: Drizzle wraps it in one whose message holds the SQL and its parameters. */
export function rootCause(error: unknown): unknown {
  return error instanceof Error && error.name === 'Error' && 'query' in error && error.cause !== undefined
    ? error.cause
    : error
}
