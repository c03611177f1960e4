import { useState } from 'react'
import { Link } from 'wouter'
import { SavedRecord } from '../record/saved-record.tsx'
import { useAccountText, useText } from '../texts/use-text.tsx'
import { FailureNote } from '../ui/failure.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { AccountPanes } from './account-panes.tsx'
import { ERASED_HEADING, Erased } from './data-pane.tsx'
import { useFocusWhen } from './entry-list.tsx'
import { SignInButtons } from './sign-in-buttons.tsx'
import type { Account } from './use-account.ts'
import { useDraft } from './use-draft.ts'

/** What a signed-in person can see and do about their own data. */
export function AccountPage({ account }: { account: Account }) {
  const t = useText()
  const [progress, setProgress] = useState<'unsure' | 'erased'>()
  // If the answer to an erasure was lost, the end of the session shows that it succeeded. A live change may reveal
  // that.
  const isErased = progress === 'erased' || (progress === 'unsure' && isSignedOut(account))
  const erasure = {
    isUnsure: progress === 'unsure',
    onUnsure: () => setProgress('unsure'),
    onErased: () => setProgress('erased'),
  }
  const isInUse = account.user !== undefined && !isErased
  useFocusWhen('account-heading', !isInUse && !isErased)
  useFocusWhen(ERASED_HEADING, isErased)
  return (
    <section className="section" aria-labelledby="account-heading">
      {!isInUse && <PageTitle title={t('pages.account')} />}
      <h2
        id="account-heading"
        tabIndex={-1}
        className="mb-6 font-semibold text-xl tracking-tight outline-none"
      >
        {t('pages.account')}
      </h2>
      {isErased && <Erased />}
      {isInUse && <AccountPanes account={account} erasure={erasure} />}
      {!isErased && !isInUse && (account.isLoading ? <Skeleton /> : <NotSignedIn account={account} />)}
    </section>
  )
}

function NotSignedIn({ account }: { account: Account }) {
  const t = useAccountText()
  const { draft } = useDraft()
  if (account.error !== null) return <FailureNote error={account.error} onRetry={account.reload} />
  if (account.providers.length > 0)
    return (
      <div className="space-y-4">
        <p>{t('accountPage.signIn')}</p>
        <SignInButtons providers={account.providers} />
      </div>
    )
  if (!account.isOpen) return <p>{t('account.programsOnly')}</p>
  if (draft.userId !== undefined) return <SavedRecord account={account} />
  return (
    <div className="max-w-prose space-y-4">
      <p>{t('accountPage.open')}</p>
      <Link href="/" className="button button-plain">
        {t('failure.home')}
      </Link>
    </div>
  )
}

function isSignedOut({ user, isLoading, error }: Account): boolean {
  return user === undefined && !isLoading && error === null
}
