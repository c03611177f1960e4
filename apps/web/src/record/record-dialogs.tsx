import { Suspense } from 'react'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { lazyWithRetry } from '../ui/lazy-with-retry.ts'
import { QuestionDialog } from '../ui/question-dialog.tsx'
import type { OwnRecord } from './use-own-record.ts'

const WhoSheet = lazyWithRetry(async () => (await import('./who-sheet.tsx')).WhoSheet)

type RecordDialogsProps = {
  own: OwnRecord
  /** The id of the element that has the focus afterwards if what had it before is gone. */
  returnTo: string
}

/** The sheet that asks who the reader is, or a question about a change. */
export function RecordDialogs({ own, returnTo }: RecordDialogsProps) {
  return (
    <>
      {/* Always rendered, so that the transition waits for the sheet: what replaces a fallback is shown 300 ms late. */}
      <Suspense>
        {own.asked !== undefined && (
          <ErrorBoundary>
            <WhoSheet own={own} returnTo={returnTo} />
          </ErrorBoundary>
        )}
      </Suspense>
      {own.asked === undefined && (
        <QuestionDialog question={own.question} onClose={() => own.ask(undefined)} returnTo={returnTo} />
      )}
    </>
  )
}
