import type { Problem } from '@timezone-registry/contract'
import type { Text } from '../texts/load-texts.ts'
import { useText } from '../texts/use-text.tsx'

/** Why a request failed, in the page's language, and which fields were refused. */
export type Failure = {
  message: string
  code: Problem['code'] | 'no_answer'
  /** What is wrong with each refused field, by the field's name in the API. */
  fields: Record<string, string>
}

/** Takes the `error` of a query or mutation: an answer of the service, or an exception where no answer came. */
export function describeFailure(error: unknown, t: Text): Failure | undefined {
  if (error === null || error === undefined) return undefined
  const problem = toProblem(error)
  if (problem === undefined) return { message: t('failure.noAnswer'), code: 'no_answer', fields: {} }
  const { code } = problem
  return {
    // The service's own sentences are English.
    message: t(`failure.codes.${code}`, { defaultValue: problem.message }),
    code,
    fields: describeFields(problem, t),
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

function toProblem(error: unknown): Problem | undefined {
  if (typeof error !== 'object' || error === null || !('body' in error)) return undefined
  return isProblem(error.body) ? error.body : undefined
}

/** Checks what this module reads; a proxy in between may answer with something else. */
function isProblem(body: unknown): body is Problem {
  if (typeof body !== 'object' || body === null || !('code' in body)) return false
  return typeof body.code === 'string' && (!('errors' in body) || Array.isArray(body.errors))
}

/** Retries once if no answer came, or the service was busy. A repeated request would get another answer, such as 404, again. */
export function retryUnlessAnswered(failures: number, error: unknown): boolean {
  return failures < 1 && (!isAnswered(error) || isStatus(error, 503))
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

type FailureNoteProps = {
  /** That of a query or mutation. */
  error: unknown
  /** What to say of it; by default its own message. */
  message?: (failure: Failure) => string
  onRetry?: (() => void) | undefined
  className?: string
}

/** Says what went wrong, if anything did. */
export function FailureNote({ error, message, onRetry, className = '' }: FailureNoteProps) {
  const t = useText()
  const failure = describeFailure(error, t)
  if (failure === undefined) return null
  return (
    <div className={`failure ${className}`}>
      <p role="alert">{message?.(failure) ?? failure.message}</p>
      {onRetry && (
        <button type="button" className="button button-plain mt-3" onClick={onRetry}>
          {t('failure.retry')}
        </button>
      )}
    </div>
  )
}
