import { Suspense } from 'react'
import type { Account } from '../account/use-account.ts'
import { useText } from '../texts/use-text.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { lazyWithRetry } from '../ui/lazy-with-retry.ts'
import { QuestionDialog } from '../ui/question-dialog.tsx'
import { useCityOf } from '../zones/use-city-of.ts'
import { conflictQuestion } from './conflict-question.ts'
import type { OwnRecord } from './own-record.tsx'
import { RecordOutcome } from './record-outcome.tsx'
import { returnTo } from './return-to.ts'

const WhoSheet = lazyWithRetry(async () => (await import('./who-sheet.tsx')).WhoSheet)

/** What a save asks, in a sheet or as a question, and its outcome. */
export function RecordFeedback({ account, own }: { account: Account; own: OwnRecord }) {
  const question = conflictQuestion(own, useText(), useCityOf())
  return (
    <>
      <RecordOutcome account={account} own={own} />
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
