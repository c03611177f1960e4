import { type ReactNode, Suspense } from 'react'
import type { Account } from '../account/use-account.ts'
import { useTexts } from '../texts/use-texts.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { describeFailure } from '../ui/failure.ts'
import { FailureNote } from '../ui/failure-note.tsx'
import { lazyWithRetry } from '../ui/lazy-with-retry.ts'
import { PageTitle } from '../ui/page-title.tsx'
import { QuestionDialog } from '../ui/question-dialog.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { RecordForm } from './record-form.tsx'
import { useRecordForm } from './use-record-form.ts'

// On a first visit, nothing is saved.
const RecordStatus = lazyWithRetry(async () => (await import('./record-status.tsx')).RecordStatus)

type RecordPageProps = {
  account: Account
  /** What follows the reader's own time. */
  children: ReactNode
}

/** The form that saves and deletes one record, and what is saved now. */
export function RecordPage({ account, children }: RecordPageProps) {
  const texts = useTexts()
  const form = useRecordForm(account)
  const { question, ask, record, deletion, userId } = form
  return (
    <>
      <PageTitle title={texts.pages.record} />
      <RecordForm account={account} form={form} />
      <div className="page">
        <FailureNote
          className="section"
          failure={describeFailure(account.error, texts)}
          onRetry={account.reload}
        />
        <ErrorBoundary>
          <Suspense fallback={<Skeleton />}>{children}</Suspense>
        </ErrorBoundary>
        {/* Last, so that nothing moves while an id is typed. */}
        {userId !== '' && (
          <ErrorBoundary>
            <Suspense fallback={<Skeleton />}>
              <RecordStatus record={record} onDelete={deletion.askToDelete} isBusy={record.isBusy} />
            </Suspense>
          </ErrorBoundary>
        )}
      </div>
      <QuestionDialog question={question} onClose={() => ask(undefined)} returnTo="saved-heading" />
    </>
  )
}
