import { Suspense, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { useTexts } from '../texts/use-texts.tsx'
import { describeFailure } from '../ui/failure.ts'
import { FailureNote } from '../ui/failure-note.tsx'
import { lazyWithRetry } from '../ui/lazy-with-retry.ts'
import { PageTitle } from '../ui/page-title.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { DownloadData } from './download-data.tsx'
import { EraseData } from './erase-data.tsx'
import { Erased } from './erased.tsx'
import { OwnSessions } from './own-sessions.tsx'
import { SignInButtons } from './sign-in-buttons.tsx'
import type { Account } from './use-account.ts'
import type { ErasureState } from './use-erasure.ts'
import { VisibilityChooser } from './visibility-chooser.tsx'

const AvailabilitySection = lazyWithRetry(
  async () => (await import('./availability/availability-section.tsx')).AvailabilitySection,
)
const KeysSection = lazyWithRetry(async () => (await import('./keys/keys-section.tsx')).KeysSection)
const AdminSection = lazyWithRetry(async () => (await import('./admin/admin-section.tsx')).AdminSection)

/** What a signed-in person can see and do about their own data. */
export function AccountPage({ account }: { account: Account }) {
  const { pages } = useTexts()
  const [progress, setProgress] = useState<'unsure' | 'erased'>()
  // If the answer to an erasure was lost, the end of the session shows that it succeeded. A live change may reveal
  // that.
  const isErased = progress === 'erased' || (progress === 'unsure' && isSignedOut(account))
  const erasure = {
    isUnsure: progress === 'unsure',
    onUnsure: () => setProgress('unsure'),
    onErased: () => setProgress('erased'),
  }
  const heading = useFocusAfterSignOut(account.user !== undefined || isErased)
  return (
    <section className="section page-text" aria-labelledby="account-heading">
      <PageTitle title={pages.account} />
      <h2 ref={heading} id="account-heading" tabIndex={-1} className="heading mb-4 outline-none">
        {pages.account}
      </h2>
      {isErased ? <Erased /> : <Content account={account} erasure={erasure} />}
    </section>
  )
}

type ContentProps = { account: Account; erasure: ErasureState }

function Content({ account, erasure }: ContentProps) {
  if (account.user !== undefined) return <OwnData account={account} erasure={erasure} />
  if (account.isLoading) return <Skeleton />
  return <NotSignedIn account={account} />
}

function OwnData({ account, erasure }: ContentProps) {
  const { accountPage, record } = useTexts()
  return (
    <div className="space-y-6 *:not-first:border-t *:not-first:pt-5 *:not-first:border-line">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        <dt className="text-muted">{accountPage.name}</dt>
        <dd className="wrap-anywhere">{account.user?.username}</dd>
        <dt className="text-muted">{record.userId}</dt>
        <dd className="wrap-anywhere">{account.user?.id}</dd>
      </dl>
      {!account.isOpen && account.visibility !== undefined && (
        <div>
          <VisibilityChooser account={account} />
        </div>
      )}
      {!account.isOpen && account.visibility !== undefined && (
        <Suspense fallback={<Skeleton />}>
          <AvailabilitySection account={account} />
        </Suspense>
      )}
      <OwnSessions account={account} />
      {account.isAdmin && (
        <Suspense fallback={<Skeleton />}>
          <KeysSection />
        </Suspense>
      )}
      {account.isAdmin && (
        <Suspense fallback={<Skeleton />}>
          <AdminSection />
        </Suspense>
      )}
      <DownloadData />
      <EraseData state={erasure} />
    </div>
  )
}

/** How to sign in, a note that nobody can here, or why the account could not be loaded. */
function NotSignedIn({ account }: { account: Account }) {
  const { accountPage: texts, account: words, failure: failures } = useTexts()
  const failure = describeFailure(account.error, useTexts())
  if (failure !== undefined) return <FailureNote failure={failure} onRetry={account.reload} />
  if (account.providers.length > 0)
    return (
      <div className="space-y-4">
        <p>{texts.signIn}</p>
        <SignInButtons providers={account.providers} />
      </div>
    )
  if (!account.isOpen) return <p>{words.programsOnly}</p>
  return (
    <div className="space-y-4">
      <p>{texts.open}</p>
      <Link href="/" className="button button-plain">
        {failures.home}
      </Link>
    </div>
  )
}

function isSignedOut({ user, isLoading, error }: Account): boolean {
  return user === undefined && !isLoading && error === null
}

/** A heading that takes the focus when the person is signed out, because the element that had it is gone. */
function useFocusAfterSignOut(isInUse: boolean) {
  const heading = useRef<HTMLHeadingElement>(null)
  const wasInUse = useRef(false)
  useEffect(() => {
    if (wasInUse.current && !isInUse) heading.current?.focus()
    wasInUse.current = isInUse
  }, [isInUse])
  return heading
}
