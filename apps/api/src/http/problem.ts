import { STATUS_CODES } from 'node:http'
import { PROBLEM_STATUS, type Problem, type ProblemCode } from '@timezone-registry/contract'
import type { Response } from 'express'
import { type Details, DomainError } from '../errors.ts'

export type ProblemDetails = Details &
  Pick<Problem, 'current'> & {
    /** Replaces the code's own status, for statuses without their own code (408, 431). */
    status?: number
    /** The value of `Allow`, for 405. */
    allow?: string
  }

/** A problem before it is written. */
export type Refusal = {
  readonly code: ProblemCode
  readonly message: string
  readonly details: ProblemDetails
}

/** Writes an error response with the problem body of RFC 9457. */
export type SendProblem = (res: Response, problem: Refusal) => Response

/** For errors that exist only in HTTP: a wrong method, a body of the wrong type or size, an unreadable request. */
export class HttpProblem extends DomainError {
  readonly code: ProblemCode
  declare readonly details: ProblemDetails

  constructor(code: ProblemCode, message: string, details: ProblemDetails = {}) {
    super(message, details)
    this.code = code
  }
}

// Differs from a missing record, so that a client with a wrong base URL does not read "no timezone".
const NO_SUCH_ROUTE = 'There is nothing at this address. Check the base URL; /openapi.json lists every route.'

export function noSuchRoute(): HttpProblem {
  return new HttpProblem('no_such_route', NO_SUCH_ROUTE)
}

export function methodNotAllowed(method: string, allow: string): HttpProblem {
  const message = `${method} is not allowed here; this path accepts ${allow}.`
  return new HttpProblem('method_not_allowed', message, { allow })
}

/** The body of every error. */
export function toProblemBody(
  { code, message, details: { status, errors, suggestions, current } }: Refusal,
  requestId: string,
): Problem {
  const actualStatus = status ?? PROBLEM_STATUS[code]
  return {
    type: 'about:blank',
    title: STATUS_CODES[actualStatus] ?? 'Error',
    status: actualStatus,
    code,
    message,
    request_id: requestId,
    ...(errors && { errors }),
    ...(suggestions && { suggestions }),
    ...(current !== undefined && { current }),
  }
}
