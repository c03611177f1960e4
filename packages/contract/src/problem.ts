import * as z from 'zod'
import { timezoneRecordSchema } from './record.ts'

/** Every error code, with its HTTP status. */
export const PROBLEM_STATUS = {
  invalid_request: 400,
  invalid_timezone: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  no_such_route: 404,
  method_not_allowed: 405,
  cursor_expired: 410,
  precondition_failed: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
  storage_full: 503,
} as const

export type ProblemCode = keyof typeof PROBLEM_STATUS

const codes = Object.keys(PROBLEM_STATUS) as [ProblemCode, ...ProblemCode[]]

/** An error code. */
export const problemCodeSchema = z.enum(codes).meta({ id: 'ProblemCode' })

const fieldErrorSchema = z.object({ path: z.string(), message: z.string() }).meta({ id: 'FieldError' })

/** The body of every error, `application/problem+json` (RFC 9457). `message` is for people, `code` is for programs. */
export const problemSchema = z
  .object({
    type: z.string().meta({ example: 'about:blank' }),
    title: z.string().meta({ description: 'The name of the HTTP status.', example: 'Bad Request' }),
    status: z.int(),
    code: problemCodeSchema,
    message: z.string().describe('What went wrong and what to do, in a sentence for people.'),
    error: z.string().optional().describe('Only under `/api`: `code` by the name that its plugins read.'),
    request_id: z.string().describe('Equal to the `X-Request-Id` header; also in the server’s log.'),
    errors: z.array(fieldErrorSchema).optional().describe('One entry for each invalid field.'),
    suggestions: z
      .array(z.string())
      .optional()
      .describe('For `invalid_timezone`: the names that the text may mean, best first.'),
    current: timezoneRecordSchema
      .nullable()
      .optional()
      .describe(
        'For `precondition_failed`: the record as it is, null if there is none that the caller may see. Its `ETag` is a header.',
      ),
  })
  .meta({ id: 'Problem' })

export type Problem = z.infer<typeof problemSchema>
