/** What the rules of the service refuse. `http/problem.ts` alone maps it to HTTP; anything else that is thrown is a bug. */
export abstract class DomainError extends Error {
  /** Shown to people: what is wrong and what to do. */
  abstract override readonly name: string
}

/** One field of the input and what is wrong with it; `path` is its name on the wire. */
export type FieldError = { path: string; message: string }

/** The input breaks a rule that its schema does not state. */
export class InvalidInput extends DomainError {
  override readonly name = 'InvalidInput'
  readonly errors: readonly FieldError[]

  constructor(message: string, { errors = [] }: { errors?: readonly FieldError[] } = {}) {
    super(message)
    this.errors = errors
  }
}

/** The text is not an IANA name; `suggestions` are the nearest ones, best first. */
export class InvalidTimezone extends DomainError {
  override readonly name = 'InvalidTimezone'
  readonly suggestions: readonly string[]

  constructor(message: string, { suggestions }: { suggestions: readonly string[] }) {
    super(message)
    this.suggestions = suggestions
  }
}

/** Nobody has proved who they are, or the proof is not valid. */
export class Unauthenticated extends DomainError {
  override readonly name = 'Unauthenticated'
}

/** The caller is known, or need not be, and may not do this. */
export class Forbidden extends DomainError {
  override readonly name = 'Forbidden'
}

/** What was asked for does not exist. */
export class NotFound extends DomainError {
  override readonly name = 'NotFound'
}

/** Changes after this cursor are no longer kept, or it belongs to another incarnation of the feed. */
export class CursorExpired extends DomainError {
  override readonly name = 'CursorExpired'
}

/** Refusals that pass by themselves after about `retryAfterSeconds`. */
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

/** The service has more work than it can do in time. */
export class Overloaded extends TryLater {
  override readonly name = 'Overloaded'
}

/** Something that the service depends on does not answer. */
export class Unavailable extends TryLater {
  override readonly name = 'Unavailable'
}
