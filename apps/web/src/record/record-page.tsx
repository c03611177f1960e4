import { type ComponentType, type ReactNode, Suspense } from 'react'
import type { Account } from '../account/use-account.ts'
import { useTexts } from '../texts/use-texts.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { describeFailure } from '../ui/failure.ts'
import { FailureNote } from '../ui/failure-note.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { QuestionDialog } from '../ui/question-dialog.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { RecordForm } from './record-form.tsx'
import { RecordStatus } from './record-status.tsx'
import { useRecordForm } from './use-record-form.ts'

type RecordPageProps = {
  account: Account
  /** Follows the name of the hero's city. */
  countrySuffix: ComponentType<{ timezone: string }>
  /** What follows the reader's own time. */
  children: ReactNode
}

/** The form that saves and deletes one record, and what is saved now. */
export function RecordPage({ account, countrySuffix, children }: RecordPageProps) {
  const texts = useTexts()
  const form = useRecordForm(account)
  const { question, ask, record, deletion, userId } = form
  return (
    <>
      <PageTitle title={texts.pages.record} />
      <RecordForm account={account} form={form} countrySuffix={countrySuffix} />
      <div className="page">
        <AccountFailure account={account} />
        <ErrorBoundary>
          <Suspense fallback={<Skeleton />}>{children}</Suspense>
        </ErrorBoundary>
        {/* Last, so that nothing moves while an id is typed. */}
        {userId !== '' && (
          <RecordStatus
            record={record}
            account={account}
            onDelete={deletion.askToDelete}
            isBusy={record.isBusy}
          />
        )}
      </div>
      <QuestionDialog question={question} onClose={() => ask(undefined)} returnTo="saved-heading" />
    </>
  )
}

function AccountFailure({ account }: { account: Account }) {
  const failure = describeFailure(account.error, useTexts())
  if (failure === undefined) return null
  return (
    <div className="section">
      <FailureNote failure={failure} onRetry={account.reload} />
    </div>
  )
}
