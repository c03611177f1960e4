import { Suspense } from 'react'
import type { Account } from '../account/use-account.ts'
import { useTexts } from '../texts/use-texts.tsx'
import { describeFailure } from '../ui/failure.ts'
import { FailureNote } from '../ui/failure-note.tsx'
import { lazyWithRetry } from '../ui/lazy-with-retry.ts'
import { PageTitle } from '../ui/page-title.tsx'
import { RecordForm } from './record-form.tsx'
import { RecordStatus } from './record-status.tsx'
import { useRecordForm } from './use-record-form.ts'

const ConfirmDialog = lazyWithRetry(async () => (await import('../ui/confirm-dialog.tsx')).ConfirmDialog)

/** The form that saves and deletes one record, and what is saved now. */
export function RecordPage({ account }: { account: Account }) {
  const texts = useTexts()
  const form = useRecordForm(account)
  const { question, ask, record, deletion, userId } = form
  return (
    <>
      <PageTitle title={texts.pages.record} />
      <RecordForm account={account} form={form} />
      <div className="page">
        <AccountFailure account={account} />
        {userId !== '' && (
          <RecordStatus
            record={record}
            account={account}
            onDelete={deletion.askToDelete}
            isBusy={record.isBusy}
          />
        )}
      </div>
      {question && (
        <Suspense>
          <ConfirmDialog question={question} onClose={() => ask(undefined)} />
        </Suspense>
      )}
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
