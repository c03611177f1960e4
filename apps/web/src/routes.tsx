import { Suspense } from 'react'
import { Link, Route, Switch, useLocation } from 'wouter'
import type { Account } from './account/use-account.ts'
import { RecordPage } from './record/record-page.tsx'
import { useTexts } from './texts/use-texts.tsx'
import { ErrorBoundary } from './ui/error-boundary.tsx'
import { lazyWithRetry } from './ui/lazy-with-retry.ts'
import { PageTitle } from './ui/page-title.tsx'

const PeoplePage = lazyWithRetry(async () => (await import('./people/people-page.tsx')).PeoplePage)
const MeetPage = lazyWithRetry(async () => (await import('./meet/meet-page.tsx')).MeetPage)
const AccountPage = lazyWithRetry(async () => (await import('./account/account-page.tsx')).AccountPage)
const PrivacyPage = lazyWithRetry(async () => (await import('./privacy/privacy-page.tsx')).PrivacyPage)
const EveryonePage = lazyWithRetry(async () => (await import('./everyone/everyone-page.tsx')).EveryonePage)

/** The view of the current path. A failure stays inside it: the tabs keep working. */
export function Routes({ account }: { account: Account }) {
  const texts = useTexts()
  const [path] = useLocation()
  return (
    <ErrorBoundary key={path}>
      <Suspense fallback={<div className="card min-h-96 text-muted">{texts.record.loading}</div>}>
        <Switch>
          <Route path="/">
            <RecordPage account={account} />
          </Route>
          <Route path="/people">
            <PeoplePage account={account} />
          </Route>
          <Route path="/meet">
            <MeetPage account={account} />
          </Route>
          <Route path="/everyone">
            <EveryonePage account={account} />
          </Route>
          <Route path="/account">
            <AccountPage account={account} />
          </Route>
          <Route path="/privacy">
            <PrivacyPage />
          </Route>
          <Route>
            <NotFound />
          </Route>
        </Switch>
      </Suspense>
    </ErrorBoundary>
  )
}

function NotFound() {
  const { failure } = useTexts()
  return (
    <section className="card">
      <PageTitle title={failure.notFound} />
      <p className="mb-4 font-semibold">{failure.notFound}</p>
      <Link href="/" className="button button-primary">
        {failure.home}
      </Link>
    </section>
  )
}
