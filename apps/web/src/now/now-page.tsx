import type { ReactNode } from 'react'
import type { Account } from '../account/use-account.ts'
import { useOwn } from '../record/own-record.tsx'
import { useText } from '../texts/use-text.tsx'
import { ErrorBoundary } from '../ui/lazy-part.tsx'
import { FailureNote } from '../ui/failure.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { FirstVisit, useFirstVisit } from './first-visit.tsx'
import { OwnTime } from './own-time.tsx'

type NowPageProps = {
  account: Account
  /** What follows the reader's own time. */
  children: ReactNode
}

/** The reader's own time, what saves its zone, and what follows it. */
export function NowPage({ account, children }: NowPageProps) {
  const t = useText()
  const own = useOwn()
  const [isFirst, lookAround] = useFirstVisit(account)
  return (
    <>
      <PageTitle title={t('pages.record')} />
      <h2 className="sr-only">{t('pages.record')}</h2>
      <OwnTime account={account} isBare={isFirst} />
      {isFirst && <FirstVisit account={account} onLookAround={lookAround} />}
      {!isFirst && (
        <div className="page">
          <FailureNote
            className="section"
            error={account.error ?? own.error}
            onRetry={() => (account.error === null ? own.reload() : account.reload())}
          />
          <ErrorBoundary>{children}</ErrorBoundary>
        </div>
      )}
    </>
  )
}
