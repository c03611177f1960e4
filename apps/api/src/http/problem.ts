import { STATUS_CODES } from 'node:http'
import { PROBLEM_STATUS, type Problem, type ProblemCode } from '@timezone-registry/contract'
import { databaseErrorKind } from '@timezone-registry/db/errors'
import type { Request, Response } from 'express'
import {
  CursorExpired,
  DomainError,
  Forbidden,
  InvalidInput,
  InvalidTimezone,
  NotFound,
  Overloaded,
  RateLimited,
  Unauthenticated,
  Unavailable,
} from '../errors.ts'
import type { Logger } from '../logger.ts'
import type { FlatHeaders } from './head.ts'

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

/** An error response before it is written. */
type Refusal = {
  readonly isRefusal: typeof REFUSAL
  code: ProblemCode
  message: string
  details: ProblemDetails
}

const REFUSAL = Symbol('refusal')

/**
 * An error response that a handler returns instead of throwing, for outcomes as frequent as a missing record: creating
 * an `Error` costs more than the whole read. Typed as the body that the contract promises.
 */
export function refusal(code: ProblemCode, message: string, details: ProblemDetails = {}): Problem {
  return { isRefusal: REFUSAL, code, message, details } satisfies Refusal as unknown as Problem
}

export function isRefusal(body: unknown): body is Refusal {
  return (body as Partial<Refusal> | undefined)?.isRefusal === REFUSAL
}

/**
 * Thrown for errors that exist only in HTTP: a wrong method, a body of the wrong type or size, an unreadable request.
 */
export class HttpProblem extends Error implements Refusal {
  override readonly name = 'HttpProblem'
  readonly isRefusal: typeof REFUSAL = REFUSAL
  readonly code: ProblemCode
  readonly details: ProblemDetails

  constructor(code: ProblemCode, message: string, details: ProblemDetails = {}) {
    super(message)
    this.code = code
    this.details = details
  }
}

/** Writes an error response with the problem body of RFC 9457. */
export type SendProblem = (res: Response, refusal: Refusal) => Response

/** Members that the errors of some paths have in addition to those of every problem. */
export type ProblemMembersOf = (problem: { path: string; code: ProblemCode }) => Partial<Problem>

/** The only writer of error responses. */
export function createSendProblem(
  constantHeaders: FlatHeaders,
  membersOf: ProblemMembersOf = () => ({}),
): SendProblem {
  const head = [
    ...constantHeaders,
    'Cache-Control',
    'no-store',
    'Content-Type',
    'application/problem+json; charset=utf-8',
  ]
  return (res, refusal) => {
    const { req } = res
    const problem = toProblemBody(refusal, req.id)
    req.problemCode = refusal.code
    const text = JSON.stringify({ ...problem, ...membersOf({ path: req.path, code: refusal.code }) })
    const headers = head.concat(req.answerHeaders, refusalHeaders(problem.status, refusal.details))
    headers.push('Content-Length', String(Buffer.byteLength(text)))
    res.writeHead(problem.status, headers)
    res.end(req.method === 'HEAD' ? undefined : text)
    return res
  }
}

/** Turns anything thrown by any step into an error response. */
export function createErrorHandler({ logger, sendProblem }: { logger: Logger; sendProblem: SendProblem }) {
  return (error: unknown, { req, res }: { req: Request; res: Response }): void => {
    // The deadline has already responded.
    if (res.writableEnded) return
    const problem = toHttpProblem(error)
    logProblem(logger, { error, code: problem.code, requestId: req.id })
    // A partial response must not look complete.
    if (res.headersSent) res.destroy()
    else sendProblem(res, problem)
  }
}

/** The code and the message of the response to an error. */
export function describeError(error: unknown): { code: ProblemCode; message: string } {
  return toHttpProblem(error)
}

/** The body of every error. */
export function toProblemBody(
  { code, message, details: { status, errors, suggestions, current } }: Omit<Refusal, 'isRefusal'>,
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

function refusalHeaders(status: number, { retryAfterSeconds, allow }: ProblemDetails): string[] {
  const headers: string[] = []
  if (retryAfterSeconds !== undefined) headers.push('Retry-After', String(retryAfterSeconds))
  if (allow !== undefined) headers.push('Allow', allow)
  // RFC 9110, 15.5.2: a 401 must include a challenge. Browsers show no password prompt for this one.
  if (status === 401) headers.push('WWW-Authenticate', 'Bearer')
  return headers
}

function logProblem(
  logger: Logger,
  { error, code, requestId }: { error: unknown; code: ProblemCode; requestId: string },
): void {
  const fields = { err: error, request_id: requestId }
  if (code === 'internal') logger.error(fields, 'Unhandled error')
  else if (code === 'unavailable') logger.warn(fields, 'Request refused: unavailable')
  else if (databaseErrorKind(error) === 'invalid_input')
    logger.error(fields, 'Validation accepted a value that the database rejects')
}

function toHttpProblem(error: unknown): HttpProblem {
  if (error instanceof HttpProblem) return error
  if (error instanceof DomainError) return fromDomainError(error)
  return fromBodyParser(error) ?? fromDatabase(error)
}

function fromDomainError(error: DomainError): HttpProblem {
  const { message } = error
  if (error instanceof InvalidInput)
    return new HttpProblem(
      'invalid_request',
      message,
      error.errors.length > 0 ? { errors: [...error.errors] } : {},
    )
  if (error instanceof InvalidTimezone)
    return new HttpProblem('invalid_timezone', message, {
      errors: [{ path: 'timezone', message: 'must be an IANA time-zone name' }],
      suggestions: [...error.suggestions],
    })
  if (error instanceof Unauthenticated) return new HttpProblem('unauthenticated', message)
  if (error instanceof Forbidden) return new HttpProblem('forbidden', message)
  if (error instanceof NotFound) return new HttpProblem('not_found', message)
  if (error instanceof CursorExpired) return new HttpProblem('cursor_expired', message)
  if (error instanceof RateLimited)
    return new HttpProblem('rate_limited', message, { retryAfterSeconds: error.retryAfterSeconds })
  if (error instanceof Overloaded || error instanceof Unavailable)
    return new HttpProblem('unavailable', message, { retryAfterSeconds: error.retryAfterSeconds })
  return internalError()
}

function fromDatabase(error: unknown): HttpProblem {
  switch (databaseErrorKind(error)) {
    case 'unavailable':
    case 'conflict':
      return new HttpProblem('unavailable', 'The database is not answering. Try again in a moment.', {
        retryAfterSeconds: 1,
      })
    case 'invalid_input':
      return new HttpProblem('invalid_request', 'The request holds a value that cannot be stored.')
    default:
      return internalError()
  }
}

function internalError(): HttpProblem {
  return new HttpProblem('internal', 'Something went wrong on our side. Report it with this request id.')
}

/** What body-parser and Express throw for bad input, recognised by its status: they share no class and no code. */
function fromBodyParser(error: unknown): HttpProblem | undefined {
  if (!(error instanceof Error && 'status' in error && typeof error.status === 'number')) return undefined
  const { status } = error
  if (status === 413)
    return new HttpProblem('payload_too_large', 'The body is too large: at most 16 KB are accepted.')
  if (status === 415)
    return new HttpProblem(
      'unsupported_media_type',
      'Send the body as JSON or as a URL-encoded form, in UTF-8, uncompressed.',
    )
  if (status < 400 || status >= 500) return undefined
  return new HttpProblem('invalid_request', 'The request could not be read.')
}
