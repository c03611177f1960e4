import type { Problem } from './wire.ts'

/** One of the service's codes, or of the client's own. */
export type RegistryErrorCode = Problem['code'] | ClientErrorCode

type ClientErrorCode = 'timeout' | 'unreachable' | 'unexpected_answer' | 'queue_full' | 'mirror_full'

const TRANSIENT_STATUSES = new Set([408, 429, 502, 503, 504])
const TRANSIENT_CODES = new Set<RegistryErrorCode>(['timeout', 'unreachable', 'rate_limited', 'queue_full'])

/** Why a call failed. Branch on `code`; show `message` to people. An aborted call rejects with its signal's reason. */
export class RegistryError extends Error {
  override readonly name = 'RegistryError'
  readonly code: RegistryErrorCode
  /** The HTTP status; undefined if there was no response. */
  readonly status: number | undefined
  /** The body of the service's error; undefined for the client's own codes. */
  readonly problem: Problem | undefined
  /** How long the service asks the client to wait before the next attempt. */
  readonly retryAfterMs: number | undefined

  constructor(
    code: RegistryErrorCode,
    message: string,
    details: { status?: number; problem?: Problem; retryAfterMs?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause: details.cause })
    this.code = code
    this.status = details.status
    this.problem = details.problem
    this.retryAfterMs = details.retryAfterMs
  }

  /** True when the same request may succeed later. */
  get isTransient(): boolean {
    if (this.status === undefined) return TRANSIENT_CODES.has(this.code)
    // A 5xx that is not the service's is a proxy's, for example while the service restarts.
    return TRANSIENT_STATUSES.has(this.status) || (this.problem === undefined && this.status >= 500)
  }
}

/** `unexpected_answer` for anything but the service's problem body, such as a proxy's page. */
export function toRegistryError(
  status: number,
  text: string,
  retryAfterMs: number | undefined,
): RegistryError {
  const problem = parseProblem(text)
  if (problem === undefined)
    return new RegistryError('unexpected_answer', `Unexpected response with status ${status}`, {
      status,
      retryAfterMs,
    })
  return new RegistryError(problem.code, problem.message, { status, problem, retryAfterMs })
}

/** What a request is made of. Throws `invalid_request` for what cannot be sent, such as an id with half of an emoji. */
export function orInvalidRequest<Result>(make: () => Result): Result {
  try {
    return make()
  } catch (cause) {
    throw new RegistryError('invalid_request', `The request cannot be sent: ${cause}`, { cause })
  }
}

/** Throws `invalid_request` for what a program without types may pass as an id. */
export function requireText(id: unknown): void {
  if (typeof id !== 'string')
    throw new RegistryError(
      'invalid_request',
      `A user id must be a string, not ${id === null ? null : typeof id}`,
    )
}

/** Resolves to undefined if the service has no such record. A proxy's page with the status 404 is still an error. */
export async function unlessNotFound<Result>(result: Promise<Result>): Promise<Result | undefined> {
  try {
    return await result
  } catch (error) {
    if (error instanceof RegistryError && error.code === 'not_found') return undefined
    throw error
  }
}

function parseProblem(text: string): Problem | undefined {
  try {
    const body = JSON.parse(text) as Partial<Problem> | null
    return typeof body?.code === 'string' && typeof body.message === 'string' ? (body as Problem) : undefined
  } catch {
    return undefined
  }
}
