import { Suspense } from 'react'
import { useText } from '../texts/use-text.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { lazyWithRetry } from '../ui/lazy-with-retry.ts'
import { QuestionDialog } from '../ui/question-dialog.tsx'
import { CHANGE_ZONE } from '../zones/change-zone.tsx'
import { useCityOf } from '../zones/use-city-of.ts'
import { conflictQuestion } from './conflict-question.ts'
import type { OwnRecord } from './own-record.tsx'

const WhoSheet = lazyWithRetry(async () => (await import('./who-sheet.tsx')).WhoSheet)

/** The heading of what is saved, in the account. */
export const SAVED_HEADING = 'saved-heading'

/** The sheet that asks who the reader is, or a question about a change. */
export function RecordDialogs({ own }: { own: OwnRecord }) {
  const question = conflictQuestion(own, useText(), useCityOf())
  return (
    <>
      {/* Always rendered, so that the transition waits for the sheet: what replaces a fallback is shown 300 ms late. */}
      <Suspense>
        {own.asked !== undefined && (
          <ErrorBoundary>
            <WhoSheet own={own} question={question} />
          </ErrorBoundary>
        )}
      </Suspense>
      {own.asked === undefined && (
        <QuestionDialog question={question} onClose={own.leave} returnTo={returnTo()} />
      )}
    </>
  )
}

/** The id of the element that has the focus afterwards if what had it before is gone. */
export function returnTo(): string {
  return [SAVED_HEADING, CHANGE_ZONE].find((id) => document.getElementById(id) !== null) ?? 'content'
}
