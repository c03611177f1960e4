import { skyAt } from '@timezone-registry/zones/sky'
import { useEffect, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import { AccountBar } from './account/account-bar.tsx'
import { type Account, useAccount, useSessionEnd } from './account/use-account.ts'
import { dayRing, toCss } from './clock/sky.ts'
import { DAY_MINUTES } from './clock/span.ts'
import { useMinute } from './clock/use-now.ts'
import { useServiceClocks } from './clock/use-service-clocks.tsx'
import { browserZone, hourIn } from './clock/zone-time.ts'
import { FindButton } from './find/find-button.tsx'
import { useLiveChanges } from './live/use-live-changes.ts'
import { PreferencesMenu } from './preferences/preferences.tsx'
import { OwnRecordProvider } from './record/own-record-provider.tsx'
import { Routes } from './routes.tsx'
import { addressOf, addressOfList, useSelection } from './selection/use-selection.ts'
import { useText } from './texts/use-text.tsx'
import { ToastArea } from './ui/toast.tsx'
import { useCurrentInSight } from './ui/use-current-in-sight.ts'
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
    <>
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
      <ToastArea />
    </>
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

/** The product's mark: the sky of a whole day as a ring, noon at the top, with a hand at the hour of this device. */
function Mark() {
  const hour = hourIn(browserZone(), useMinute(), useServiceClocks()) ?? 12
  return <span className="mark" style={{ '--hour': hour.toFixed(2), '--day-ring': dayRing() }} />
}

/** The links to the views. They scroll sideways where they do not fit, with the current one in view. */
function Tabs() {
  const t = useText()
  const [path] = useLocation()
  const { list, ids, name } = useSelection()
  const nav = useCurrentInSight<HTMLElement>(path)
  const tabs = [
    { path: '/', href: addressOfList({ list, ids, name }), label: t('pages.record') },
    { path: '/meet', href: addressOf('/meet', { ids, name }), label: t('pages.meet') },
    { path: '/everyone', href: '/everyone', label: t('pages.everyone') },
  ]
  return (
    <nav
      ref={nav}
      aria-label={t('pages.label')}
      className="flex min-w-0 flex-1 gap-1 overflow-x-auto py-1 [scrollbar-width:none] max-[24rem]:gap-0"
    >
      {tabs.map((tab) => (
        <Link
          key={tab.path}
          href={tab.href}
          // The longest names only just fit beside the account on a small phone.
          className="tab inline-flex min-h-9 shrink-0 items-center rounded-lg px-1.5 font-medium text-sm min-[24rem]:px-2 sm:px-3 pointer-coarse:min-h-11"
          aria-current={tab.path === path ? 'page' : undefined}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  )
}

// SVG mixes colours in sRGB, so the sky's own mixture needs a stop each half an hour.
const SKY_STOPS = 48

/** The sky of a day, repeated, for all ribbons of the page: it must be on the page once. */
function RibbonSky() {
  const stops = Array.from({ length: SKY_STOPS + 1 }, (_, stop) => stop / SKY_STOPS)
  return (
    <svg className="ribbon-sky" aria-hidden="true">
      <linearGradient id="ribbon-sky" gradientUnits="userSpaceOnUse" x2={DAY_MINUTES} spreadMethod="repeat">
        {stops.map((stop) => (
          <stop key={stop} offset={stop} stopColor={toCss(skyAt(stop * 24))} />
        ))}
      </linearGradient>
    </svg>
  )
}
