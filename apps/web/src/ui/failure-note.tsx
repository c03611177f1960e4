import { useState } from 'react'
import { useNow } from '../clock/use-now.ts'
import { useText } from '../texts/use-text.tsx'
import { describeFailure, type Failure } from './failure.ts'

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
