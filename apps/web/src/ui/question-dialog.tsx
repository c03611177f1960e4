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
 * Asks the question, if there is one. It is deferred because React shows what has replaced a fallback, even an empty one, no
 * sooner than 300 ms after that.
 */
export function QuestionDialog({ question, ...props }: QuestionDialogProps) {
  const asked = useDeferredValue(question)
  return <Suspense>{asked && <ConfirmDialog question={asked} {...props} />}</Suspense>
}
