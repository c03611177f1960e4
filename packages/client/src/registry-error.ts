import type { Problem } from './wire.ts'

/** A code of the service, or one of the client's own: no answer in time, no answer at all, not our kind of answer, a bound reached. */
export type RegistryErrorCode = Problem['code'] | ClientErrorCode

type ClientErrorCode = 'timeout' | 'unreachable' | 'unexpected_answer' | 'queue_full' | 'mirror_full'

const TRANSIENT_STATUSES = new Set([408, 429, 502, 503, 504])
const TRANSIENT_CODES = new Set<RegistryErrorCode>(['timeout', 'unreachable'])

/** Why a call failed. Branch on `code`; show `message` to people. An aborted call rejects with the signal's reason instead. */
export class RegistryError extends Error {
  override readonly name = 'RegistryError'
  readonly code: RegistryErrorCode
  /** The HTTP status; undefined when there was no answer. */
  readonly status: number | undefined
  /** The body of the service's error; undefined for the client's own codes. */
  readonly problem: Problem | undefined
  /** How long the service asks to wait before the next attempt. */
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
    return this.status === undefined ? TRANSIENT_CODES.has(this.code) : TRANSIENT_STATUSES.has(this.status)
  }
}

/** The error of an answer: the service's problem body, or `unexpected_answer` for anything else, such as a proxy's page. */
export function toRegistryError(
  status: number,
  text: string,
  retryAfterMs: number | undefined,
): RegistryError {
  const problem = parseProblem(text)
  if (problem === undefined)
    return new RegistryError('unexpected_answer', `Unexpected answer with status ${status}`, {
      status,
      retryAfterMs,
    })
  return new RegistryError(problem.code, problem.message, { status, problem, retryAfterMs })
}

function parseProblem(text: string): Problem | undefined {
  try {
    const body = JSON.parse(text) as Partial<Problem> | null
    return typeof body?.code === 'string' && typeof body.message === 'string' ? (body as Problem) : undefined
  } catch {
    return undefined
  }
}
