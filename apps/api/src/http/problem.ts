import { databaseErrorKind } from '@timezone-registry/db/errors'
import type { ErrorRequestHandler, Response } from 'express'
import { ApiError, toProblem } from '../errors.ts'
import type { Logger } from '../logger.ts'
import { NOT_JSON } from './body.ts'

/** The only writer of errors: whatever was thrown becomes the one problem body. */
export function createErrorHandler({ logger }: { logger: Logger }): ErrorRequestHandler {
  return (error, req, res, _next) => {
    const apiError = toApiError(error)
    if (apiError.code === 'internal')
      logger.error({ err: error, request_id: req.id }, 'A request failed: a bug')
    else if (apiError.code === 'unavailable')
      logger.warn({ err: error, request_id: req.id }, 'A request had to be refused')
    else if (databaseErrorKind(error) === 'invalid_input')
      logger.error({ err: error, request_id: req.id }, 'Validation let through what the database refuses')
    if (res.headersSent) {
      // The caller must not take half an answer for a whole one.
      res.destroy()
      return
    }
    writeProblem(res, apiError, req.id)
  }
}

function writeProblem(res: Response, error: ApiError, requestId: string): void {
  const { retryAfterSeconds, allow } = error.details
  if (retryAfterSeconds !== undefined) res.set('Retry-After', String(retryAfterSeconds))
  if (allow !== undefined) res.set('Allow', allow)
  // RFC 9110 wants a 401 to name a way in; browsers ask for no password because of this one.
  if (error.status === 401) res.set('WWW-Authenticate', 'Bearer')
  res.set('Cache-Control', 'no-store')
  res
    .status(error.status)
    .type('application/problem+json')
    .send(JSON.stringify(toProblem(error, requestId)))
}

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  const fromBodyParser = bodyParserError(error)
  if (fromBodyParser !== undefined) return fromBodyParser
  switch (databaseErrorKind(error)) {
    case 'unavailable':
    case 'conflict':
      return new ApiError(
        'unavailable',
        'The service cannot reach its database just now. Try again in a moment.',
        {
          retryAfterSeconds: 1,
        },
      )
    case 'invalid_input':
      return new ApiError('invalid_request', 'The request holds a value that cannot be stored.')
    default:
      return new ApiError('internal', 'Something went wrong on our side. The request id leads us to it.')
  }
}

/** What body-parser and Express throw for bad input, told by its status: they share no class and no code. */
function bodyParserError(error: unknown): ApiError | undefined {
  if (!(error instanceof Error && 'status' in error && typeof error.status === 'number')) return undefined
  const { status } = error
  if (status === 413)
    return new ApiError('payload_too_large', 'The body is too large: at most 16 KB are accepted.')
  if (status === 415)
    return new ApiError(
      'unsupported_media_type',
      'Send the body as JSON or as a URL-encoded form, in UTF-8, uncompressed.',
    )
  if (status < 400 || status >= 500) return undefined
  const isMalformed = 'type' in error && error.type === 'entity.parse.failed'
  return new ApiError('invalid_request', isMalformed ? NOT_JSON : 'The request could not be read.')
}
