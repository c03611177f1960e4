import { Link, useSearchParams } from 'wouter'
import { AccountBar } from './account/account-bar.tsx'
import { type Account, useAccount } from './account/use-account.ts'
import { useLiveChanges } from './live/use-live-changes.ts'
import type { Preferences } from './preferences/preferences.ts'
import { PreferencesBar } from './preferences/preferences-bar.tsx'
import { Routes } from './routes.tsx'
import { Tabs } from './tabs.tsx'
import { useTexts } from './texts/use-texts.tsx'

type LayoutProps = { preferences: Preferences; onChange: (change: Preferences) => void }

/** What surrounds every view: header, tabs and footer. */
export function Layout({ preferences, onChange }: LayoutProps) {
  const texts = useTexts()
  const account = useAccount()
  useLiveChanges(!account.isLoading && !account.needsLoginToRead && account.error === null)
  return (
    <div className="mx-auto max-w-2xl px-4 py-6 sm:py-10">
      <a href="#content" className="sr-only focus:not-sr-only">
        {texts.skipToContent}
      </a>
      <Header account={account} />
      <main id="content" tabIndex={-1} className="outline-none">
        <LoginNote />
        <Routes account={account} />
      </main>
      <footer className="mt-7 space-y-3 pb-20 text-muted text-sm">
        <p>{account.isClosed ? texts.privacyClosed : texts.privacy}</p>
        <div className="flex flex-wrap items-center justify-between gap-4">
          <PreferencesBar preferences={preferences} onChange={onChange} />
          <div className="flex flex-wrap gap-4">
            <Link className="link" href="/privacy">
              {texts.pages.privacy}
            </Link>
            <a className="link" href="/docs">
              {texts.apiDocs}
            </a>
          </div>
        </div>
      </footer>
    </div>
  )
}

function Header({ account }: { account: Account }) {
  const texts = useTexts()
  return (
    <header className="mb-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex min-w-0 items-center gap-3">
          <img src="/favicon.svg" alt="" width="44" height="44" />
          <h1 className="min-w-0 font-bold text-2xl tracking-tight wrap-anywhere">{texts.title}</h1>
        </div>
        <div className="min-h-9 min-w-0">
          <AccountBar account={account} />
        </div>
      </div>
      <p className="mt-1 text-muted">{texts.tagline}</p>
      <Tabs />
    </header>
  )
}

/** Why a login did not succeed, after the provider has sent the browser back. */
function LoginNote() {
  const { account } = useTexts()
  const [parameters] = useSearchParams()
  const error = parameters.get('login_error')
  if (error === null) return null
  return (
    <p role="alert" className="card mb-5">
      {error === 'failed' ? account.failed : account.declined}
    </p>
  )
}
