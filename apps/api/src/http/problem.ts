import { STATUS_CODES } from 'node:http'
import { PROBLEM_STATUS, type Problem, type ProblemCode } from '@timezone-registry/contract'
import { databaseErrorKind } from '@timezone-registry/db/errors'
import type { ErrorRequestHandler, Response } from 'express'
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

type ProblemDetails = Pick<Problem, 'errors' | 'suggestions'> & {
  /** Replaces the code's own status, for statuses without a code of their own (408, 431). */
  status?: number
  retryAfterSeconds?: number
  /** The value of `Allow`, for 405. */
  allow?: string
}

/** A refusal that only exists in HTTP: a wrong method, a body of the wrong type or size, an unreadable request. */
export class HttpProblem extends Error {
  override readonly name = 'HttpProblem'
  readonly code: ProblemCode
  readonly status: number
  readonly details: ProblemDetails

  constructor(code: ProblemCode, message: string, details: ProblemDetails = {}) {
    super(message)
    this.code = code
    this.status = details.status ?? PROBLEM_STATUS[code]
    this.details = details
  }
}

export const NOT_JSON = 'The body is not valid JSON.'

/** The only writer of errors: whatever was thrown becomes the one problem body (RFC 9457). */
export function createErrorHandler({ logger }: { logger: Logger }): ErrorRequestHandler {
  return (error, req, res, _next) => {
    const problem = toHttpProblem(error)
    logProblem(logger, { error, code: problem.code, requestId: req.id })
    if (res.headersSent) {
      // The caller must not take half an answer for a whole one.
      res.destroy()
      return
    }
    writeProblem(res, problem, req.id)
  }
}

/** The body of every error. */
export function toProblemBody({ code, status, message, details }: HttpProblem, requestId: string): Problem {
  const { errors, suggestions } = details
  return {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    code,
    message,
    request_id: requestId,
    ...(errors && { errors }),
    ...(suggestions && { suggestions }),
  }
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

function writeProblem(res: Response, problem: HttpProblem, requestId: string): void {
  const { retryAfterSeconds, allow } = problem.details
  if (retryAfterSeconds !== undefined) res.set('Retry-After', String(retryAfterSeconds))
  if (allow !== undefined) res.set('Allow', allow)
  // RFC 9110, 15.5.2: a 401 names a challenge. Browsers show no password prompt for this one.
  if (problem.status === 401) res.set('WWW-Authenticate', 'Bearer')
  res.set('Cache-Control', 'no-store')
  res
    .status(problem.status)
    .type('application/problem+json')
    .send(JSON.stringify(toProblemBody(problem, requestId)))
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
  const isMalformed = 'type' in error && error.type === 'entity.parse.failed'
  return new HttpProblem('invalid_request', isMalformed ? NOT_JSON : 'The request could not be read.')
}
