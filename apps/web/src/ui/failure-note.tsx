import { useState } from 'react'
import { useNow } from '../clock/use-now.ts'
import { useTexts } from '../texts/use-texts.tsx'
import type { Failure } from './failure.ts'

type FailureNoteProps = { failure: Failure; onRetry?: (() => void) | undefined }

/** Says what went wrong and, after too many requests, how long to wait. */
export function FailureNote({ failure, onRetry }: FailureNoteProps) {
  return (
    <div className="failure">
      {failure.retryAt === undefined ? (
        <>
          <p role="alert">{failure.message}</p>
          <RetryButton onRetry={onRetry} isWaiting={false} />
        </>
      ) : (
        <Wait key={failure.retryAt} retryAt={failure.retryAt} onRetry={onRetry} />
      )}
    </div>
  )
}

function Wait({ retryAt, onRetry }: { retryAt: number; onRetry: FailureNoteProps['onRetry'] }) {
  const { failure } = useTexts()
  const now = useNow().epochMilliseconds
  const seconds = Math.ceil((retryAt - now) / 1000)
  const [announced] = useState(() => failure.rateLimited(Math.max(seconds, 1)))
  return (
    <>
      {/* Read out once, not at each second of the wait. */}
      <p role="alert" className="sr-only">
        {announced}
      </p>
      <p aria-hidden="true">{seconds > 0 ? failure.rateLimited(seconds) : failure.rateLimitOver}</p>
      <RetryButton onRetry={onRetry} isWaiting={seconds > 0} />
    </>
  )
}

function RetryButton({ onRetry, isWaiting }: { onRetry: FailureNoteProps['onRetry']; isWaiting: boolean }) {
  const { failure } = useTexts()
  if (onRetry === undefined) return null
  return (
    <button
      type="button"
      className="button button-plain mt-3"
      aria-disabled={isWaiting}
      onClick={() => !isWaiting && onRetry()}
    >
      {failure.retry}
    </button>
  )
}
