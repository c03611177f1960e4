import type { OutgoingHttpHeaders } from 'node:http'
import type { Problem, ProblemCode } from '@timezone-registry/contract'
import { databaseErrorKind, messageOf } from '@timezone-registry/db/database-error'
import type { RequestValidationError } from '@ts-rest/express'
import type { Response } from 'express'
import { DomainError, InvalidInput, type Issue, notAnswering } from '../errors.ts'
import { createSample, type Logger } from '../logger.ts'
import { HttpProblem, type ProblemDetails, type Refusal, type SendProblem, toProblemBody } from './problem.ts'
import type { Send } from './response.ts'

/** Logs an error of a request, reports it to the health check, and returns the caller's problem. */
export type Report = (error: unknown, req: { id: string }) => Refusal

export function createReport(logger: Logger, health: { reportFailure(error: unknown): void }): Report {
  const sample = createSample()
  return (error, { id }) => {
    const problem = toProblem(error)
    const { code } = problem
    const fields = { err: error, request_id: id }
    health.reportFailure(error)
    if (code === 'internal') logger.error(fields, 'Unhandled error')
    // Without the stack: thousands may follow each other, and the outage has a line of its own.
    else if (code === 'unavailable' || code === 'storage_full') {
      const sampled = sample()
      if (sampled !== undefined)
        logger.warn({ reason: reasonOf(error), request_id: id, ...sampled }, `Request refused: ${code}`)
    } else if (databaseErrorKind(error) === 'invalid_input')
      logger.error(fields, 'Validation accepted a value that the database rejects')
    return problem
  }
}

/** Turns anything thrown by any step into an error response. */
export function createErrorHandler(report: Report, sendProblem: SendProblem) {
  return (error: unknown, res: Response): void => {
    // The deadline has already responded.
    if (res.writableEnded || res.req.call.isAnswered) return
    const problem = report(error, res.req.call)
    // A partial response must not look complete.
    if (res.headersSent) res.destroy()
    else sendProblem(res, problem)
  }
}

/**
 * The writer of every error response, except to input that never became a request and while the service starts
 * (`process/server.ts`), which use `toProblemBody` as well.
 */
export function createSendProblem({ membersOf, onProblem, send }: SendProblemOptions): SendProblem {
  return (res, problem) => {
    const { req } = res
    const { code, details } = problem
    const body = toProblemBody(problem, req.call.id)
    onProblem?.(code)
    const text = JSON.stringify({ ...body, ...membersOf({ path: req.path, code }) })
    for (const name of OF_SUCCESS) res.removeHeader(name)
    const headers = {
      ...PROBLEM_HEADERS,
      'X-Request-Id': req.call.id,
      'Content-Length': Buffer.byteLength(text),
      ...problemHeaders(body.status, details),
    }
    return send(res, body.status, { headers, body: text })
  }
}

export type SendProblemOptions = {
  /** Members that the errors of some paths have in addition to those of every problem. */
  membersOf: (problem: { path: string; code: ProblemCode }) => Partial<Problem>
  onProblem: ((code: ProblemCode) => void) | undefined
  send: Send
}

const PROBLEM_HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Type': 'application/problem+json; charset=utf-8',
}
// A handler may have set them before it failed.
const OF_SUCCESS = ['Content-Encoding', 'Content-Disposition', 'Link']

function problemHeaders(status: number, { retryAfterSeconds, allow }: ProblemDetails): OutgoingHttpHeaders {
  return {
    ...(retryAfterSeconds !== undefined && { 'Retry-After': retryAfterSeconds }),
    ...(allow !== undefined && { Allow: allow }),
    // RFC 9110, 15.5.2: a 401 must include a challenge. Browsers show no password prompt for this one.
    ...(status === 401 && { 'WWW-Authenticate': 'Bearer' }),
  }
}

/** Every problem that ts-rest found in a request. */
export function issuesOf({ pathParams, headers, query, body }: RequestValidationError): Issue[] {
  return [pathParams, headers, query, body].flatMap((part) => part?.issues ?? [])
}

/** The innermost message, which is the driver's or the service's own and contains no values. */
function reasonOf(error: unknown): string {
  return messageOf(error instanceof DomainError ? (error.cause ?? error) : error)
}

/** The problem that an error is for the caller. */
export function toProblem(error: unknown): Refusal {
  return error instanceof DomainError ? error : (fromExpress(error) ?? fromDatabase(error))
}

function fromDatabase(error: unknown): Refusal {
  switch (databaseErrorKind(error)) {
    case 'unavailable':
    case 'conflict':
      return notAnswering()
    case 'storage_full':
      return new HttpProblem(
        'storage_full',
        'Nothing can be saved at the moment: the disk of the database is full. Try again later, or contact the operator.',
        { retryAfterSeconds: 30 },
      )
    case 'invalid_input':
      return new InvalidInput('The request contains a value that cannot be stored.')
    default:
      return new HttpProblem('internal', 'Something went wrong on our side. Report it with this request id.')
  }
}

/**
 * What Express throws for a request that it cannot read, such as a path with a broken escape, recognised by its status:
 * these errors share no class and no code.
 */
function fromExpress(error: unknown): Refusal | undefined {
  if (!(error instanceof Error && 'status' in error && typeof error.status === 'number')) return undefined
  const isClientError = error.status >= 400 && error.status < 500
  return isClientError ? new InvalidInput('The request could not be read.') : undefined
}
