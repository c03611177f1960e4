import { useEffect, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import { AccountBar } from './account/account-bar.tsx'
import { type Account, useAccount, useSessionEnd } from './account/use-account.ts'
import { FindButton } from './find/find-button.tsx'
import { useLiveChanges } from './live/use-live-changes.ts'
import { PreferencesMenu } from './preferences/preferences-menu.tsx'
import { OwnRecordProvider } from './record/own-record-provider.tsx'
import { RibbonSky } from './ribbon/ribbon-sky.tsx'
import { Routes } from './routes.tsx'
import { Tabs } from './tabs.tsx'
import { useText } from './texts/use-text.tsx'
import { Mark } from './ui/mark.tsx'
import { ToastArea } from './ui/toast.tsx'
import { followViews } from './ui/view-places.ts'

/**
 * What surrounds every view: header, tabs and footer. The footer is at the end of the screen, or of a longer view, and appears
 * once the view has loaded, so that it does not move.
 */
export function Layout() {
  const t = useText()
  const account = useAccount()
  useSessionEnd(account)
  useEffect(followViews, [])
  useLiveChanges(!account.isLoading && !account.needsLoginToRead && account.error === null)
  return (
    <ToastArea>
      <a href="#content" className="button button-primary sr-only z-50 focus:not-sr-only focus:absolute">
        {t('skipToContent')}
      </a>
      <RibbonSky />
      <Header account={account} />
      <main id="content" tabIndex={-1} className="peer grow flex-col outline-none has-[>.hero]:flex">
        <LoginNote />
        <OwnRecordProvider account={account}>
          <Routes account={account} />
        </OwnRecordProvider>
      </main>
      <Footer account={account} />
    </ToastArea>
  )
}

/** One line on every screen: the mark, the views, and the account. */
function Header({ account }: { account: Account }) {
  const t = useText()
  return (
    <header className="site-header">
      <div className="site-header-line">
        <Link href="/" aria-label={t('title')} className="flex items-center gap-3 rounded-full">
          <Mark />
        </Link>
        <h1 className="wordmark">{t('title')}</h1>
        <Tabs />
        <FindButton />
        <AccountBar account={account} />
      </div>
    </header>
  )
}

function Footer({ account }: { account: Account }) {
  const t = useText()
  return (
    <footer className="page peer-has-data-loading:invisible peer-has-data-served:invisible pt-12 pb-20 text-[0.8125rem] text-soft">
      <div className="border-line border-t flex flex-wrap items-center justify-between gap-x-8 gap-y-2 pt-4">
        <p className="flex flex-wrap gap-x-4 gap-y-2">
          <Link className="link" href="/privacy">
            {t('pages.privacy')}
          </Link>
          <a className="link" href="/docs">
            {t('apiDocs')}
          </a>
          {account.discordInstallUrl && (
            <a className="link" href={account.discordInstallUrl}>
              {t('addToDiscord')}
            </a>
          )}
        </p>
        <PreferencesMenu />
      </div>
    </footer>
  )
}

/**
 * Says why a login did not succeed, once the provider has sent the browser back. The note stays until the person opens
 * another view.
 */
function LoginNote() {
  const t = useText()
  const [pathname] = useLocation()
  const [parameters] = useSearchParams()
  const [note, setNote] = useState({ error: parameters.get('login_error'), pathname })
  const { error } = note
  useEffect(() => {
    if (error === null) return
    // Otherwise a reload or a shared link would show the note again.
    const url = new URL(location.href)
    url.searchParams.delete('login_error')
    history.replaceState(history.state, '', url)
  }, [error])
  if (error === null) return null
  if (pathname !== note.pathname) {
    setNote({ error: null, pathname })
    return null
  }
  return (
    <p role="alert" className="page bg-sunken py-3 font-medium">
      {error === 'failed' ? t('account.failed') : t('account.declined')}
    </p>
  )
}
