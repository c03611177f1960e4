import type { ServicePrivacy } from '@timezone-registry/contract'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { api } from '../api.ts'
import { queryKeys } from '../query-keys.ts'
import type { ViewText } from '../texts/load-texts.ts'
import { useLocale, useViewText } from '../texts/use-text.tsx'
import { FailureNote } from '../ui/failure.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

/** What the service stores about people, who sees it and for how long, according to its configuration. */
export function PrivacyPage() {
  const t = useViewText()
  return (
    <section className="section max-w-[42rem]" aria-labelledby="privacy-heading">
      <PageTitle title={t('pages.privacy')} />
      <h2 id="privacy-heading" className="heading">
        {t('pages.privacy')}
      </h2>
      <p className="mt-1 text-muted">{t('privacyPage.intro')}</p>
      <Content />
    </section>
  )
}

function Content() {
  const t = useViewText()
  const locale = useLocale()
  const privacy = api.getPrivacy.useQuery({
    queryKey: queryKeys.privacy,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (privacy.error !== null && privacy.data === undefined)
    return <FailureNote error={privacy.error} className="mt-5" onRetry={() => privacy.refetch()} />
  if (privacy.data === undefined) return <Skeleton />
  // In the order of a reader's questions.
  const sections = [describeStored, describeSeen, describeKept, describeLogged, describeOwn, describeContact]
  return sections.map((describe) => {
    const { heading, lines = [], children } = describe(privacy.data.body, { t, locale })
    return (
      <section key={heading} className="mt-6 max-w-prose space-y-2 border-line border-t pt-5">
        <h3 className="font-semibold">{heading}</h3>
        {lines.map((line) => line && <p key={line}>{line}</p>)}
        {children}
      </section>
    )
  })
}

/** `lines` are a sentence each; those that do not apply are false. */
type Section = { heading: string; lines?: readonly (string | false)[]; children?: ReactNode }

type Describe = (privacy: ServicePrivacy, words: { t: ViewText; locale: string }) => Section

const describeStored: Describe = ({ providers }, { t, locale }) => {
  const list = new Intl.ListFormat(locale, { type: 'disjunction' })
  const names = list.format(providers.map(({ name }) => name))
  return {
    heading: t('privacyPage.stored.heading'),
    lines: [
      t('privacyPage.stored.record'),
      t('privacyPage.stored.availability'),
      providers.length > 0 && t('privacyPage.stored.login', { providers: names }),
      t('privacyPage.stored.browser'),
    ],
  }
}

const VISIBILITIES = ['public', 'unlisted', 'private'] as const

const describeSeen: Describe = ({ writes, reads, providers, default_visibility }, { t }) => {
  const heading = t('privacyPage.seen.heading')
  const copies = t('privacyPage.seen.copies')
  if (writes === 'open') return { heading, lines: [t('privacyPage.seen.open'), copies] }
  const choice = (
    <>
      <p>{t('privacyPage.seen.choose')}</p>
      <dl className="space-y-1 border-line border-s-4 ps-4">
        {VISIBILITIES.map((level) => (
          <div key={level}>
            <dt className="inline font-semibold">{`${t(`visibility.levels.${level}.name`)}: `}</dt>
            <dd className="inline">{t(`visibility.levels.${level}.sentence`)}</dd>
          </div>
        ))}
      </dl>
      <p>{t(`privacyPage.seen.newRecords.${default_visibility}`)}</p>
    </>
  )
  return {
    heading,
    lines: [reads === 'required' ? t('privacyPage.seen.closed') : t('privacyPage.seen.public')],
    children: (
      <>
        {providers.length > 0 && choice}
        <p>{copies}</p>
        <p>{t('privacyPage.seen.operator')}</p>
      </>
    ),
  }
}

const describeKept: Describe = ({ providers, sessions, deletions }, { t, locale }) => {
  const duration = (seconds: number) => describeDuration(seconds, locale)
  const [age, idle] = [duration(sessions.max_age_seconds), duration(sessions.max_idle_seconds)]
  return {
    heading: t('privacyPage.kept.heading'),
    lines: [
      t('privacyPage.kept.record'),
      t('privacyPage.kept.deletion', { days: duration(deletions.reported_for_days * 86_400) }),
      providers.length > 0 && t('privacyPage.kept.session', { age, idle }),
      providers.length > 0 && t('privacyPage.kept.sessions', { count: sessions.max_per_person }),
      t('privacyPage.kept.backups'),
    ],
  }
}

const describeLogged: Describe = ({ logs }, { t, locale }) => {
  const days = logs.kept_for_days
  const lines = describeLog(logs, t)
  const kept =
    days === null
      ? t('privacyPage.logged.keptUnknown')
      : t('privacyPage.logged.kept', { days: describeDuration(days * 86_400, locale) })
  return {
    heading: t('privacyPage.logged.heading'),
    lines: lines.length === 0 ? [t('privacyPage.logged.nothing')] : [...lines, kept],
  }
}

const describeOwn: Describe = ({ writes, providers }, { t }) => {
  const heading = t('privacyPage.own.heading')
  const isOpen = writes === 'open'
  if (!isOpen && providers.length === 0) return { heading, lines: [t('privacyPage.own.closed')] }
  return {
    heading,
    lines: [isOpen ? t('privacyPage.own.open') : t('privacyPage.own.account')],
    children: (
      <Link href={isOpen ? '/' : '/account'} className="button button-plain">
        {isOpen ? t('failure.home') : t('privacyPage.own.accountLink')}
      </Link>
    ),
  }
}

const describeContact: Describe = ({ contact }, { t }) => ({
  heading: t('privacyPage.contact.heading'),
  lines: [contact === null && t('privacyPage.contact.none')],
  children: contact && (
    <p>
      {`${t('privacyPage.contact.text')} `}
      <a className="link wrap-anywhere" href={contact}>
        {contact.replace(/^(mailto|https):(\/\/)?/, '').replace(/[?].*$/, '')}
      </a>
    </p>
  ),
})

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** `7 days`, `36 hours`: in the largest unit that is exact, down to seconds. */
export function describeDuration(seconds: number, locale: string): string {
  const [unit, length] = UNITS.find(([, size]) => seconds >= size && seconds % size === 0) ?? ['second', 1]
  const amount = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' })
  // Two days are `يومان` in Arabic, but `يومين` after a preposition, as in all sentences here.
  return amount.format(seconds / length).replace(/ان$/, 'ين')
}

/** What the operator's log records about a person, in one sentence each; empty if nothing. */
export function describeLog({ requests, audit, networks }: ServicePrivacy['logs'], t: ViewText): string[] {
  const lines = {
    all: networks ? t('privacyPage.logged.requestsNetwork') : t('privacyPage.logged.requests'),
    errors: networks ? t('privacyPage.logged.failuresNetwork') : t('privacyPage.logged.failures'),
    none: undefined,
  }
  const changes = networks ? t('privacyPage.logged.changesNetwork') : t('privacyPage.logged.changes')
  return [audit ? changes : undefined, lines[requests]].filter((line) => line !== undefined)
}
