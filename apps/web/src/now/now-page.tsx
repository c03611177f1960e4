import { type ReactNode, Suspense, useLayoutEffect, useRef, useState } from 'react'
import type { Account } from '../account/use-account.ts'
import { useIsNow } from '../axis/axis.tsx'
import { browserZone, deviceZone } from '../clock/zone-time.ts'
import { useOwn } from '../record/own-record.tsx'
import { HowToSave, SaveButtons } from '../record/save-buttons.tsx'
import { personAddress } from '../selection/selection.ts'
import { useSelection } from '../selection/use-selection.ts'
import { useCityOf, useText } from '../texts/use-text.tsx'
import { describeFailure, FailureNote } from '../ui/failure.tsx'
import { LinkIcon } from '../ui/icons.tsx'
import { ErrorBoundary, lazyPart } from '../ui/lazy-part.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { ChangeZone } from '../zones/change-zone.tsx'
import { FirstVisit, useFirstVisit } from './first-visit.tsx'
import { Hero } from './hero.tsx'

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

const AxisActions = lazyPart(async () => (await import('./axis-actions.tsx')).AxisActions)
// For whoever has saved a zone.
const CopyButton = lazyPart(async () => (await import('../ui/copy-button.tsx')).CopyButton)
const TravelNotice = lazyPart(async () => (await import('./travel-notice.tsx')).TravelNotice)

type OwnTimeProps = {
  account: Account
  /** True where a sheet below offers what can be done. */
  isBare: boolean
}

function OwnTime({ account, isBare }: OwnTimeProps) {
  const t = useText()
  const own = useOwn()
  const refused = describeFailure(own.changeError, t)?.fields.timezone
  const labels = {
    detected: deviceZone() === undefined ? t('zone.pickHeading') : t('zone.detected'),
    chosen: t('zone.chosen'),
    saved: t('zone.shared'),
  }
  const hasPeople = useSelection().ids.length > 0
  const section = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const { current } = section
    if (current === null) return
    const measure = () => current.style.setProperty('--hero-height', `${current.offsetHeight}px`)
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  return (
    <section
      ref={section}
      aria-label={t('record.heading')}
      className={isBare ? 'hero-first' : hasPeople ? 'hero-people' : undefined}
    >
      <Hero timezone={own.timezone} label={labels[own.origin]}>
        {refused !== undefined && (
          <p id="zone-error" className="mt-2 font-semibold">
            {refused}
          </p>
        )}
        <Travel />
        {!isBare && <HeroActions account={account} />}
      </Hero>
    </section>
  )
}

/** In a chunk of its own, since few people travel. */
function Travel() {
  const { savedZone, origin, saveZone, isBusy } = useOwn()
  if (savedZone === undefined || origin !== 'saved') return null
  return (
    <Suspense>
      <TravelNotice saved={savedZone} isBusy={isBusy} onSave={saveZone} />
    </Suspense>
  )
}

function HeroActions({ account }: { account: Account }) {
  const t = useText()
  const own = useOwn()
  const { timezone, origin, choose, saved } = own
  const cityOf = useCityOf()
  const device = browserZone()
  const [isKnown, setIsKnown] = useState(false)
  if (!isKnown && !account.isLoading && !own.isLoading) setIsKnown(true)
  const isPublic = saved !== undefined && (account.isOpen || account.visibility === 'public')
  if (!useIsNow())
    return (
      <div className="mt-4 flex flex-wrap gap-2">
        <Suspense>
          <AxisActions />
        </Suspense>
      </div>
    )
  // What saves comes first, and would move the others away from a press.
  if (!isKnown) return <div className="mt-4 h-11" />
  return (
    <div className="mt-4 space-y-4">
      <div className="flex flex-wrap gap-2">
        <SaveButtons account={account} look="button-sky-primary" />
        <ChangeZone />
        {origin === 'chosen' && timezone !== device && (
          <button type="button" className="button button-sky" onClick={() => choose(device)}>
            {t('zone.useDetected', { zone: cityOf(device) })}
          </button>
        )}
        {isPublic && (
          <Suspense>
            <CopyButton text={() => personAddress(own.userId)} look="button-sky">
              <LinkIcon isSmall />
              {t('record.copyLink')}
            </CopyButton>
          </Suspense>
        )}
      </div>
      <HowToSave account={account} />
    </div>
  )
}
