import type { Problem } from '@timezone-registry/contract'
import type { Text } from '../texts/load-texts.ts'

/** Why a request failed, in the page's language, and which fields were refused. */
export type Failure = {
  message: string
  code: Problem['code'] | 'no_answer'
  /** What is wrong with each refused field, by the field's name in the API. */
  fields: Record<string, string>
  /** Milliseconds since 1970 before which a retry is pointless; undefined if it may be retried at once. */
  retryAt: number | undefined
}

/** Takes the `error` of a query or mutation: an answer of the service, or an exception where no answer came. */
export function describeFailure(error: unknown, t: Text): Failure | undefined {
  if (error === null || error === undefined) return undefined
  const problem = toProblem(error)
  if (problem === undefined)
    return { message: t('failure.noAnswer'), code: 'no_answer', fields: {}, retryAt: undefined }
  const { code } = problem
  return {
    // The service's own sentences are English.
    message: t(`failure.codes.${code}`, { defaultValue: problem.message }),
    code,
    fields: describeFields(problem, t),
    retryAt: code === 'rate_limited' ? retryAtOf(error) : undefined,
  }
}

function describeFields({ code, errors = [] }: Problem, t: Text): Record<string, string> {
  const timezone = t('failure.codes.invalid_timezone')
  const fields = Object.fromEntries(
    errors.map(({ path }) => [
      path,
      path === 'timezone' ? timezone : path === 'ids' ? t('failure.fields.ids') : t('failure.fields.text'),
    ]),
  )
  return code === 'invalid_timezone' ? { timezone, ...fields } : fields
}

function retryAtOf(error: unknown): number {
  const { headers, receivedAt = Date.now() } = error as { headers?: unknown; receivedAt?: number }
  const wait = (headers instanceof Headers && headers.get('retry-after')) || '1'
  // The service sends seconds, a proxy in between perhaps a date.
  const at = /^\d+$/.test(wait) ? receivedAt + Number(wait) * 1000 : Date.parse(wait)
  return Number.isNaN(at) ? receivedAt + 1000 : at
}

function toProblem(error: unknown): Problem | undefined {
  if (typeof error !== 'object' || error === null || !('body' in error)) return undefined
  return isProblem(error.body) ? error.body : undefined
}

/** Checks what this module reads; a proxy in between may answer with something else. */
function isProblem(body: unknown): body is Problem {
  if (typeof body !== 'object' || body === null || !('code' in body)) return false
  return typeof body.code === 'string' && (!('errors' in body) || Array.isArray(body.errors))
}

/** Retries once if no answer came. A repeated request would get an answer such as 404 again. */
export function retryUnlessAnswered(failures: number, error: unknown): boolean {
  return failures < 1 && !isAnswered(error)
}

/** False where no answer came. */
export function isAnswered(error: unknown): boolean {
  return statusOf(error) !== undefined
}

/** True for an answer of the service with this status. */
export function isStatus(error: unknown, status: number): boolean {
  return statusOf(error) === status
}

function statusOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined
}
