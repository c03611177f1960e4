import { useNow } from '../clock/use-now.ts'
import { useTexts } from '../texts/use-texts.tsx'
import type { Failure } from './failure.ts'

type FailureNoteProps = { failure: Failure; onRetry?: (() => void) | undefined }

/** Says what went wrong and, while one has to wait, for how long. */
export function FailureNote({ failure, onRetry }: FailureNoteProps) {
  const texts = useTexts()
  const now = useNow().epochMilliseconds
  const seconds = failure.retryAt === undefined ? 0 : Math.ceil((failure.retryAt - now) / 1000)
  const message =
    failure.retryAt === undefined
      ? failure.message
      : seconds > 0
        ? texts.failure.rateLimited(seconds)
        : texts.failure.rateLimitOver
  return (
    <div className="failure">
      {/* Read out once, not at each second of the wait. */}
      <p role={failure.retryAt === undefined ? 'alert' : undefined}>{message}</p>
      {onRetry && (
        <button type="button" className="button button-plain mt-3" disabled={seconds > 0} onClick={onRetry}>
          {texts.failure.retry}
        </button>
      )}
    </div>
  )
}
