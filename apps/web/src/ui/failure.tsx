import type { Problem } from '@timezone-registry/contract'
import { useState } from 'react'
import { useNow } from '../clock/use-now.ts'
import type { Text } from '../texts/load-texts.ts'
import { useText } from '../texts/use-text.tsx'

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

type FailureNoteProps = {
  /** That of a query or mutation. */
  error: unknown
  /** What to say of it; by default its own message. */
  message?: (failure: Failure) => string
  onRetry?: (() => void) | undefined
  className?: string
}

/** Says what went wrong, if anything did, and how long to wait after too many requests. */
export function FailureNote({ error, message, onRetry, className = '' }: FailureNoteProps) {
  const failure = describeFailure(error, useText())
  if (failure === undefined) return null
  return (
    <div className={`failure ${className}`}>
      {failure.retryAt === undefined ? (
        <>
          <p role="alert">{message?.(failure) ?? failure.message}</p>
          <RetryButton onRetry={onRetry} isWaiting={false} />
        </>
      ) : (
        <Wait key={failure.retryAt} retryAt={failure.retryAt} onRetry={onRetry} />
      )}
    </div>
  )
}

function Wait({ retryAt, onRetry }: { retryAt: number; onRetry: FailureNoteProps['onRetry'] }) {
  const t = useText()
  const now = useNow()
  const seconds = Math.ceil((retryAt - now) / 1000)
  const [announced] = useState(() => t('failure.rateLimited', { count: Math.max(seconds, 1) }))
  return (
    <>
      {/* Read out once, not at each second of the wait. */}
      <p role="alert" className="sr-only">
        {announced}
      </p>
      <p aria-hidden="true">
        {seconds > 0 ? t('failure.rateLimited', { count: seconds }) : t('failure.rateLimitOver')}
      </p>
      <RetryButton onRetry={onRetry} isWaiting={seconds > 0} />
    </>
  )
}

function RetryButton({ onRetry, isWaiting }: { onRetry: FailureNoteProps['onRetry']; isWaiting: boolean }) {
  const t = useText()
  if (onRetry === undefined) return null
  return (
    <button
      type="button"
      className="button button-plain mt-3"
      aria-disabled={isWaiting}
      onClick={() => !isWaiting && onRetry()}
    >
      {t('failure.retry')}
    </button>
  )
}
