import { STATUS_CODES } from 'node:http'
import { PROBLEM_STATUS, type Problem, type ProblemCode } from '@timezone-registry/contract'
import type { Response } from 'express'
import { endTogether } from './end-together.ts'

declare global {
  namespace Express {
    interface Request {
      /** The code of the error response that was sent. */
      problemCode?: ProblemCode
    }
  }
}

type ProblemDetails = Pick<Problem, 'errors' | 'suggestions' | 'current'> & {
  /** Replaces the code's own status, for statuses without their own code (408, 431). */
  status?: number
  retryAfterSeconds?: number
  /** The value of `Allow`, for 405. */
  allow?: string
}

/** A problem before it is written. */
type UnsentProblem = {
  readonly isProblem: typeof PROBLEM
  code: ProblemCode
  message: string
  details: ProblemDetails
}

const PROBLEM = Symbol('problem')

/**
 * An error response that a handler returns instead of throwing, for outcomes as frequent as a missing record: creating
 * an `Error` costs more than the whole read. Typed as the body that the contract promises.
 */
export function problem(code: ProblemCode, message: string, details: ProblemDetails = {}): Problem {
  return { isProblem: PROBLEM, code, message, details } satisfies UnsentProblem as unknown as Problem
}

export function isProblem(body: unknown): body is UnsentProblem {
  return (body as Partial<UnsentProblem> | undefined)?.isProblem === PROBLEM
}

/**
 * Thrown for errors that exist only in HTTP: a wrong method, a body of the wrong type or size, an unreadable request.
 */
export class HttpProblem extends Error implements UnsentProblem {
  override readonly name = 'HttpProblem'
  readonly isProblem: typeof PROBLEM = PROBLEM
  readonly code: ProblemCode
  readonly details: ProblemDetails

  constructor(code: ProblemCode, message: string, details: ProblemDetails = {}) {
    super(message)
    this.code = code
    this.details = details
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

/** Writes an error response with the problem body of RFC 9457. */
export type SendProblem = (res: Response, problem: UnsentProblem) => Response

/** Members that the errors of some paths have in addition to those of every problem. */
export type ProblemMembersOf = (problem: { path: string; code: ProblemCode }) => Partial<Problem>

/**
 * The writer of every error response, except to input that never became a request (`client-error.ts`) and while the
 * service waits for its database (`health/waiting-server.ts`), which use `toProblemBody` as well.
 */
export function createSendProblem(
  constantHeaders: readonly string[],
  membersOf: ProblemMembersOf = () => ({}),
): SendProblem {
  const head = [
    ...constantHeaders,
    'Cache-Control',
    'no-store',
    'Content-Type',
    'application/problem+json; charset=utf-8',
  ]
  return (res, problem) => {
    const { req } = res
    const { code } = problem
    const body = toProblemBody(problem, req.id)
    req.problemCode = code
    const text = JSON.stringify({ ...body, ...membersOf({ path: req.path, code }) })
    const headers = head.concat(req.responseHeaders, problemHeaders(body.status, problem.details))
    headers.push('Content-Length', String(Buffer.byteLength(text)))
    res.writeHead(body.status, headers)
    endTogether(res, req.method === 'HEAD' ? undefined : text)
    return res
  }
}

/** The body of every error. */
export function toProblemBody(
  { code, message, details: { status, errors, suggestions, current } }: Omit<UnsentProblem, 'isProblem'>,
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

function problemHeaders(status: number, { retryAfterSeconds, allow }: ProblemDetails): string[] {
  const headers: string[] = []
  if (retryAfterSeconds !== undefined) headers.push('Retry-After', String(retryAfterSeconds))
  if (allow !== undefined) headers.push('Allow', allow)
  // RFC 9110, 15.5.2: a 401 must include a challenge. Browsers show no password prompt for this one.
  if (status === 401) headers.push('WWW-Authenticate', 'Bearer')
  return headers
}
