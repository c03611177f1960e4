/** What a failed query means to its caller. */
type DatabaseErrorKind = 'unavailable' | 'storage_full' | 'conflict' | 'invalid_input' | 'bug'

// Appendix A of the PostgreSQL manual. Each of these can end without a change to this service: a lost connection (08),
// refused credentials (28, for example while a password is being changed), a database that is missing, closed to
// connections or out of transaction ids (3D000, 55000, 54000), no resources (53), a cancelled
// statement (57014), a shutdown or a crash (57P), a lock or a session that timed out (55P03, 25P03, 25P04), a primary
// that became a standby (25006), a failing disk (58).
const UNAVAILABLE_SQLSTATE =
  /^(?:08...|28...|3D000|55000|54000|53...|57014|57P0[1-5]|55P03|25P0[34]|25006|58...)$/
const STORAGE_FULL_SQLSTATE = '53100'
// `lock_not_available`.
const LOCK_SQLSTATE = '55P03'
const REFUSAL_SQLSTATE = /^(?:28...|3D000)$/
// Also a row that another transaction has created meanwhile (23505).
const CONFLICT_SQLSTATE = /^(?:40001|40P01|23505)$/
const INVALID_INPUT_SQLSTATE = /^(?:22|23).../
// Unlike the names of other errors, each has a digit.
const SQLSTATE = /^(?=.*\d)[0-9A-Z]{5}$/
// Codes from the operating system and from TLS in Node.
const UNAVAILABLE_SYSTEM_CODE =
  /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENETDOWN|EADDRNOTAVAIL|EPROTO|EMFILE|ENFILE|ENOBUFS|ENOENT|EACCES|CERT_.*|ERR_TLS_.*|ERR_SSL_.*|UNABLE_TO_.*|DEPTH_ZERO_.*|SELF_SIGNED_.*)$/
// The driver's errors without a code.
const UNAVAILABLE_MESSAGE =
  /timeout exceeded when trying to connect|timeout expired|connection terminated|query read timeout|not queryable|connection error|does not support SSL|establishing an SSL connection|^SASL\b|password must be a string|unexpected \w+ message from backend|after calling end on the pool/i

/** Thrown if the schema is not what this build needs and cannot be migrated to it. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}

/** Thrown while another process is migrating the same database. */
export class MigrationRunningError extends MigrationError {}

/** Undefined for an error that does not come from the database. */
export function databaseErrorKind(error: unknown): DatabaseErrorKind | undefined {
  const cause = rootCause(error)
  if (!(cause instanceof Error)) return undefined
  const code = codeOf(cause)
  if (code === STORAGE_FULL_SQLSTATE) return 'storage_full'
  if (UNAVAILABLE_SQLSTATE.test(code) || UNAVAILABLE_SYSTEM_CODE.test(code)) return 'unavailable'
  if (CONFLICT_SQLSTATE.test(code)) return 'conflict'
  if (INVALID_INPUT_SQLSTATE.test(code)) return 'invalid_input'
  if (code === '' && UNAVAILABLE_MESSAGE.test(cause.message)) return 'unavailable'
  if (error === cause) return undefined
  // What the operating system or TLS says of the connection, even if no list above names it.
  return code !== '' && !SQLSTATE.test(code) && cause.name === 'Error' ? 'unavailable' : 'bug'
}

/** True if the server refused the credentials or the database does not exist, which only an operator can fix. */
export function isRefusedConnection(error: unknown): boolean {
  return REFUSAL_SQLSTATE.test(codeOf(rootCause(error)))
}

/** True if another transaction held a lock for longer than `lock_timeout` allows to wait for it. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && (codeOf(error) === LOCK_SQLSTATE || isLockTimeout(error.cause))
}

/** The driver's own error. Drizzle wraps it in one whose message contains the SQL and its parameters. */
export function rootCause(error: unknown): unknown {
  return error instanceof Error && error.name === 'Error' && 'query' in error && error.cause !== undefined
    ? error.cause
    : error
}

/** What an error says, without the statement that failed. That of a host with several addresses has only a code. */
export function messageOf(error: unknown): string {
  const { message, code } = (rootCause(error) ?? {}) as { message?: string; code?: string }
  return message || code || String(error)
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
