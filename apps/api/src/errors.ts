/**
 * A refusal by the service's rules, which `http/error-handler.ts` maps to HTTP. Its message is shown to people: what is
 * wrong and what to do. Any other error is a bug.
 */
export abstract class DomainError extends Error {
  abstract override readonly name: string
}

/** One field of the input and what is wrong with it; `path` is its name on the wire. */
export type FieldError = { path: string; message: string }

/** The input breaks a rule that is not part of its schema. */
export class InvalidInput extends DomainError {
  override readonly name = 'InvalidInput'
  readonly errors: readonly FieldError[]

  constructor(message: string, { errors = [] }: { errors?: readonly FieldError[] } = {}) {
    super(message)
    this.errors = errors
  }
}

/** The text is not an IANA name; `suggestions` are those that it may mean, best first. */
export class InvalidTimezone extends DomainError {
  override readonly name = 'InvalidTimezone'
  readonly suggestions: readonly string[]

  constructor(message: string, { suggestions }: { suggestions: readonly string[] }) {
    super(message)
    this.suggestions = suggestions
  }
}

/** The request has no valid credentials. */
export class Unauthenticated extends DomainError {
  override readonly name = 'Unauthenticated'
}

export function sessionEnded(): Unauthenticated {
  return new Unauthenticated('Your session has ended. Sign in again.')
}

/** The caller is not allowed to do this, even with valid credentials. */
export class Forbidden extends DomainError {
  override readonly name = 'Forbidden'
}

/** The requested resource does not exist. */
export class NotFound extends DomainError {
  override readonly name = 'NotFound'
}

/** Changes after this cursor are no longer kept, or it belongs to another incarnation of the feed. */
export class CursorExpired extends DomainError {
  override readonly name = 'CursorExpired'

  constructor() {
    super(
      'The changes after this cursor are no longer available. Start again: read GET /list, then follow its Changes-Cursor header.',
    )
  }
}

/** A temporary refusal; a retry after `retryAfterSeconds` may succeed. */
abstract class TryLater extends DomainError {
  readonly retryAfterSeconds: number

  constructor(message: string, { retryAfterSeconds, cause }: { retryAfterSeconds: number; cause?: unknown }) {
    super(message, { cause })
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The caller has used up an allowance. */
export class RateLimited extends TryLater {
  override readonly name = 'RateLimited'
}

/** The service is overloaded. */
export class Overloaded extends TryLater {
  override readonly name = 'Overloaded'
}

export function overloaded(): Overloaded {
  return new Overloaded('The service is overloaded. Try again in a moment.', { retryAfterSeconds: 1 })
}

/** A dependency of the service does not respond. */
export class Unavailable extends TryLater {
  override readonly name = 'Unavailable'
}
