import { STATUS_CODES } from 'node:http'
import { PROBLEM_STATUS, type Problem, type ProblemCode } from '@timezone-registry/contract'

type Details = Pick<Problem, 'errors' | 'suggestions'> & {
  /** Overrides the code's own status, for the statuses of HTTP itself (408, 431). */
  status?: number
  /** After how many seconds the caller may come back. */
  retryAfterSeconds?: number
  /** Which methods the path knows, for 405. */
  allow?: string
  cause?: unknown
}

/** What the caller should hear: a code for programs and a sentence for people. Anything else that is thrown is a bug. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ProblemCode
  readonly status: number
  readonly details: Details

  constructor(code: ProblemCode, message: string, details: Details = {}) {
    super(message, { cause: details.cause })
    this.code = code
    this.status = details.status ?? PROBLEM_STATUS[code]
    this.details = details
  }
}

/** The one error body, as RFC 9457 has it. */
export function toProblem({ code, status, message, details }: ApiError, requestId: string): Problem {
  return {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    code,
    message,
    request_id: requestId,
    ...(details.errors && { errors: details.errors }),
    ...(details.suggestions && { suggestions: details.suggestions }),
  }
}
