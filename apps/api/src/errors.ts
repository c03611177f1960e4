import type { Problem, ProblemCode } from '@timezone-registry/contract'

/** What a refusal says besides its message; `suggestions` are the zone names that the input may mean, best first. */
export type Details = Pick<Problem, 'errors' | 'suggestions'> & {
  /** A retry after that may succeed. */
  retryAfterSeconds?: number
}

/**
 * A refusal by the service's rules, whose status `http/problem.ts` knows. Its message is shown to people: what is wrong and
 * what to do. Any other error is a bug.
 */
export abstract class DomainError extends Error {
  abstract readonly code: ProblemCode
  readonly details: Details

  constructor(message: string, { cause, ...details }: Details & { cause?: unknown } = {}) {
    super(message, { cause })
    this.name = new.target.name
    this.details = details
  }
}

/** The input breaks a rule that is not part of its schema. */
export class InvalidInput extends DomainError {
  readonly code = 'invalid_request'
}

/** What a schema found wrong with the input. */
export type Issue = {
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
  readonly message?: string | undefined
}

// A list may have thousands of entries, each invalid.
const MAX_ERRORS = 20

/** The error that names the invalid fields, up to 20 of them. */
export function toInvalidInput(issues: readonly Issue[]): InvalidInput {
  const errors = issues.slice(0, MAX_ERRORS).map(({ path = [], message = 'is invalid' }) => ({
    path: path.map((key) => String(typeof key === 'object' ? key.key : key)).join('.'),
    message,
  }))
  const summary = errors.map(({ path, message }) => `${path} ${message}`.trim()).join('; ')
  return new InvalidInput(`The request is not valid: ${summary}.`, { errors })
}

/** The text is not an IANA name. */
export class InvalidTimezone extends DomainError {
  readonly code = 'invalid_timezone'
}

/** The request has no valid credentials. */
export class Unauthenticated extends DomainError {
  readonly code = 'unauthenticated'
}

export function sessionEnded(): Unauthenticated {
  return new Unauthenticated('Your session has ended. Sign in again.')
}

/** The caller is not allowed to do this, even with valid credentials. */
export class Forbidden extends DomainError {
  readonly code = 'forbidden'
}

/** The requested resource does not exist. */
export class NotFound extends DomainError {
  readonly code = 'not_found'
}

/** Changes after this cursor are no longer kept, or it belongs to another incarnation of the feed. */
export class CursorExpired extends DomainError {
  readonly code = 'cursor_expired'

  constructor() {
    super(
      'The changes after this cursor are no longer available. Start again: read GET /list, then follow its Changes-Cursor header.',
    )
  }
}

/** The caller has used up an allowance. */
export class RateLimited extends DomainError {
  readonly code = 'rate_limited'
}

/** The service is overloaded, and has done nothing. A retry after a second may succeed. */
export class Overloaded extends DomainError {
  readonly code = 'unavailable'

  constructor() {
    super('The service is overloaded. Try again in a moment.', { retryAfterSeconds: 1 })
  }
}

/** A dependency of the service does not respond. A retry after a second may succeed, unless the details say something else. */
export class Unavailable extends DomainError {
  readonly code = 'unavailable'

  constructor(message: string, details: Details & { cause?: unknown } = {}) {
    super(message, { retryAfterSeconds: 1, ...details })
  }
}

export function notAnswering(cause?: Error): Unavailable {
  return new Unavailable('The database is not answering. Try again in a moment.', { cause })
}
