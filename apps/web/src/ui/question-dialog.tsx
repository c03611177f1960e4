import { Suspense, useDeferredValue } from 'react'
import type { Question } from './confirm-dialog.tsx'
import { lazyWithRetry } from './lazy-with-retry.ts'

const ConfirmDialog = lazyWithRetry(async () => (await import('./confirm-dialog.tsx')).ConfirmDialog)

type QuestionDialogProps = {
  /** Undefined while nothing is asked. */
  question: Question | undefined
  onClose: () => void
  /** The id of the element that has the focus afterwards if what had it before is gone. */
  returnTo?: string
}

/**
 * Asks the question, if there is one. Deferred, because React otherwise shows content up to 300 ms late if it replaces
 * a fallback, even an empty one.
 */
export function QuestionDialog({ question, ...props }: QuestionDialogProps) {
  const asked = useDeferredValue(question)
  return <Suspense>{asked && <ConfirmDialog question={asked} {...props} />}</Suspense>
}
