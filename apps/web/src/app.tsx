import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Link, Route, Switch, useSearchParams } from 'wouter'
import { AccountBar } from './account/account-bar.tsx'
import { useAccount } from './account/use-account.ts'
import { api } from './api.ts'
import { useLiveChanges } from './live/use-live-changes.ts'
import { applyTheme, type Preferences, savePreferences } from './preferences/preferences.ts'
import { PreferencesBar } from './preferences/preferences-bar.tsx'
import { RecordPage } from './record/record-page.tsx'
import type { Texts } from './texts/en.ts'
import { chooseLanguage, loadTexts, SpeechProvider, useTexts } from './texts/use-texts.tsx'

const PeoplePage = lazy(async () => ({ default: (await import('./people/people-page.tsx')).PeoplePage }))
const EveryonePage = lazy(async () => ({
  default: (await import('./everyone/everyone-page.tsx')).EveryonePage,
}))

const queryClient = new QueryClient({
  defaultOptions: {
    // Offline, the default waits in silence; an error that can be tried again says what is the matter.
    queries: { retry: 1, staleTime: 10_000, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
})

/** The page in the language and the colours that were chosen. */
export function App({
  preferences: initial,
  texts: initialTexts,
}: {
  preferences: Preferences
  texts: Texts
}) {
  const [preferences, setPreferences] = useState(initial)
  const [texts, setTexts] = useState(initialTexts)
  const language = chooseLanguage(preferences.language)

  useEffect(() => {
    document.documentElement.lang = language
    document.title = texts.title
  }, [language, texts])

  async function change(part: Preferences) {
    const next = { ...preferences, ...part }
    savePreferences(next)
    applyTheme(next)
    setTexts(await loadTexts(chooseLanguage(next.language)))
    setPreferences(next)
  }

  return (
    <QueryClientProvider client={queryClient}>
      <api.ReactQueryProvider>
        <SpeechProvider language={language} texts={texts}>
          <Layout preferences={preferences} onChange={change} />
        </SpeechProvider>
      </api.ReactQueryProvider>
    </QueryClientProvider>
  )
}

function Layout({
  preferences,
  onChange,
}: {
  preferences: Preferences
  onChange: (change: Preferences) => void
}) {
  const texts = useTexts()
  const account = useAccount()
  const [parameters] = useSearchParams()
  useLiveChanges(!account.isLoading && !account.needsLoginToRead && account.error === null)
  return (
    <div className="mx-auto max-w-2xl px-4 py-6 sm:py-10">
      <a href="#content" className="sr-only focus:not-sr-only">
        {texts.skipToContent}
      </a>
      <header className="mb-6">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <div className="flex items-center gap-3">
            <img src="/favicon.svg" alt="" width="44" height="44" />
            <h1 className="font-bold text-2xl tracking-tight">{texts.title}</h1>
          </div>
          <div className="min-h-9">
            <AccountBar account={account} />
          </div>
        </div>
        <p className="mt-1 text-muted">{texts.tagline}</p>
        <nav aria-label={texts.pages.label} className="mt-4 flex gap-2">
          <PageLink href="/">{texts.pages.record}</PageLink>
          <PageLink href="/people">{texts.pages.people}</PageLink>
          <PageLink href="/everyone">{texts.pages.everyone}</PageLink>
        </nav>
      </header>
      <main id="content">
        {parameters.has('login_error') && (
          <p role="status" className="card mb-5">
            {texts.account.declined}
          </p>
        )}
        <Suspense fallback={<div className="card min-h-96 text-muted">{texts.record.loading}</div>}>
          <Switch>
            <Route path="/people">
              <PeoplePage account={account} />
            </Route>
            <Route path="/everyone">
              <EveryonePage account={account} />
            </Route>
            <Route>
              <RecordPage account={account} />
            </Route>
          </Switch>
        </Suspense>
      </main>
      <footer className="mt-7 space-y-3 text-muted text-sm">
        <p>{account.needsLoginToRead ? texts.privacyClosed : texts.privacy}</p>
        <div className="flex flex-wrap items-center justify-between gap-4">
          <PreferencesBar preferences={preferences} onChange={onChange} />
          <a className="link" href="/docs">
            {texts.apiDocs}
          </a>
        </div>
      </footer>
    </div>
  )
}

function PageLink({ href, children }: { href: string; children: string }) {
  return (
    <Link href={href} className={(isActive) => `tab ${isActive ? 'tab-active' : ''}`}>
      {children}
    </Link>
  )
}
