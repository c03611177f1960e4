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
  const privacy = api.getPrivacy.useQuery({
    queryKey: queryKeys.privacy,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (privacy.error !== null && privacy.data === undefined)
    return <FailureNote error={privacy.error} className="mt-5" onRetry={() => privacy.refetch()} />
  if (privacy.data === undefined) return <Skeleton />
  const props = { privacy: privacy.data.body, t }
  // In the order of a reader's questions.
  return (
    <>
      <Stored {...props} />
      <Seen {...props} />
      <Kept {...props} />
      <Logged {...props} />
      <Own {...props} />
      <Contact {...props} />
    </>
  )
}

const VISIBILITIES = ['public', 'unlisted', 'private'] as const

type SectionProps = { privacy: ServicePrivacy; t: ViewText }

type Lines = {
  heading: string
  /** A sentence each; those that do not apply are false. */
  lines?: readonly (string | false)[]
  children?: ReactNode
}

function Section({ heading, lines = [], children }: Lines) {
  return (
    <section className="mt-6 max-w-prose space-y-2 border-line border-t pt-5">
      <h3 className="font-semibold">{heading}</h3>
      {lines.map((line) => line && <p key={line}>{line}</p>)}
      {children}
    </section>
  )
}

function Stored({ privacy: { providers }, t }: SectionProps) {
  const names = new Intl.ListFormat(useLocale(), { type: 'disjunction' }).format(
    providers.map(({ name }) => name),
  )
  return (
    <Section
      heading={t('privacyPage.stored.heading')}
      lines={[
        t('privacyPage.stored.record'),
        t('privacyPage.stored.availability'),
        providers.length > 0 && t('privacyPage.stored.login', { providers: names }),
        t('privacyPage.stored.browser'),
      ]}
    />
  )
}

function Seen({ privacy: { writes, reads, providers, default_visibility }, t }: SectionProps) {
  const heading = t('privacyPage.seen.heading')
  const copies = t('privacyPage.seen.copies')
  if (writes === 'open') return <Section heading={heading} lines={[t('privacyPage.seen.open'), copies]} />
  return (
    <Section
      heading={heading}
      lines={[reads === 'required' ? t('privacyPage.seen.closed') : t('privacyPage.seen.public')]}
    >
      {providers.length > 0 && (
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
      )}
      <p>{copies}</p>
      <p>{t('privacyPage.seen.operator')}</p>
    </Section>
  )
}

function Kept({ privacy: { providers, sessions, deletions }, t }: SectionProps) {
  const locale = useLocale()
  const duration = (seconds: number) => describeDuration(seconds, locale)
  const [age, idle] = [duration(sessions.max_age_seconds), duration(sessions.max_idle_seconds)]
  return (
    <Section
      heading={t('privacyPage.kept.heading')}
      lines={[
        t('privacyPage.kept.record'),
        t('privacyPage.kept.deletion', { days: duration(deletions.reported_for_days * 86_400) }),
        providers.length > 0 && t('privacyPage.kept.session', { age, idle }),
        providers.length > 0 && t('privacyPage.kept.sessions', { count: sessions.max_per_person }),
        t('privacyPage.kept.backups'),
      ]}
    />
  )
}

function Logged({ privacy: { logs }, t }: SectionProps) {
  const locale = useLocale()
  const days = logs.kept_for_days
  const lines = describeLog(logs, t)
  const kept =
    days === null
      ? t('privacyPage.logged.keptUnknown')
      : t('privacyPage.logged.kept', { days: describeDuration(days * 86_400, locale) })
  return (
    <Section
      heading={t('privacyPage.logged.heading')}
      lines={lines.length === 0 ? [t('privacyPage.logged.nothing')] : [...lines, kept]}
    />
  )
}

function Own({ privacy: { writes, providers }, t }: SectionProps) {
  const heading = t('privacyPage.own.heading')
  const isOpen = writes === 'open'
  if (!isOpen && providers.length === 0)
    return <Section heading={heading} lines={[t('privacyPage.own.closed')]} />
  return (
    <Section heading={heading} lines={[isOpen ? t('privacyPage.own.open') : t('privacyPage.own.account')]}>
      <Link href={isOpen ? '/' : '/account'} className="button button-plain">
        {isOpen ? t('failure.home') : t('privacyPage.own.accountLink')}
      </Link>
    </Section>
  )
}

function Contact({ privacy: { contact }, t }: SectionProps) {
  return (
    <Section
      heading={t('privacyPage.contact.heading')}
      lines={[contact === null && t('privacyPage.contact.none')]}
    >
      {contact && (
        <p>
          {`${t('privacyPage.contact.text')} `}
          <a className="link wrap-anywhere" href={contact}>
            {contact.replace(/^(mailto|https):(\/\/)?/, '').replace(/[?].*$/, '')}
          </a>
        </p>
      )}
    </Section>
  )
}

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
