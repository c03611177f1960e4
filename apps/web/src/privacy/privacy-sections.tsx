import type { ServicePrivacy } from '@timezone-registry/contract'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { ViewText } from '../texts/load-texts.ts'
import { useLocale } from '../texts/use-text.tsx'
import { describeDuration, describeLog } from './describe-privacy.ts'

const VISIBILITIES = ['public', 'unlisted', 'private'] as const

type SectionProps = { privacy: ServicePrivacy; t: ViewText }

/** The sections of the privacy page, in the order of a reader's questions. */
export function PrivacySections(props: SectionProps) {
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

function Section({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section className="mt-6 max-w-prose space-y-2 border-line border-t pt-5">
      <h3 className="font-semibold">{heading}</h3>
      {children}
    </section>
  )
}

function Stored({ privacy, t }: SectionProps) {
  const locale = useLocale()
  const providers = new Intl.ListFormat(locale, { type: 'disjunction' }).format(
    privacy.providers.map(({ name }) => name),
  )
  return (
    <Section heading={t('privacyPage.stored.heading')}>
      <p>{t('privacyPage.stored.record')}</p>
      <p>{t('privacyPage.stored.availability')}</p>
      {privacy.providers.length > 0 && <p>{t('privacyPage.stored.login', { providers })}</p>}
      <p>{t('privacyPage.stored.browser')}</p>
    </Section>
  )
}

function Seen({ privacy, t }: SectionProps) {
  return (
    <Section heading={t('privacyPage.seen.heading')}>
      {privacy.writes === 'open' && <p>{t('privacyPage.seen.open')}</p>}
      {privacy.writes !== 'open' && (
        <p>{privacy.reads === 'required' ? t('privacyPage.seen.closed') : t('privacyPage.seen.public')}</p>
      )}
      {privacy.writes !== 'open' && privacy.providers.length > 0 && (
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
          <p>{t(`privacyPage.seen.newRecords.${privacy.default_visibility}`)}</p>
        </>
      )}
      <p>{t('privacyPage.seen.copies')}</p>
      {privacy.writes !== 'open' && <p>{t('privacyPage.seen.operator')}</p>}
    </Section>
  )
}

function Kept({ privacy: { providers, sessions, deletions }, t }: SectionProps) {
  const locale = useLocale()
  const duration = (seconds: number) => describeDuration(seconds, locale)
  return (
    <Section heading={t('privacyPage.kept.heading')}>
      <p>{t('privacyPage.kept.record')}</p>
      <p>{t('privacyPage.kept.deletion', { days: duration(deletions.reported_for_days * 86_400) })}</p>
      {providers.length > 0 && (
        <>
          <p>
            {t('privacyPage.kept.session', {
              age: duration(sessions.max_age_seconds),
              idle: duration(sessions.max_idle_seconds),
            })}
          </p>
          <p>{t('privacyPage.kept.sessions', { count: sessions.max_per_person })}</p>
        </>
      )}
      <p>{t('privacyPage.kept.backups')}</p>
    </Section>
  )
}

function Logged({ privacy: { logs }, t }: SectionProps) {
  const locale = useLocale()
  const lines = describeLog(logs, t)
  if (lines.length === 0)
    return (
      <Section heading={t('privacyPage.logged.heading')}>
        <p>{t('privacyPage.logged.nothing')}</p>
      </Section>
    )
  return (
    <Section heading={t('privacyPage.logged.heading')}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <p>
        {logs.kept_for_days === null
          ? t('privacyPage.logged.keptUnknown')
          : t('privacyPage.logged.kept', { days: describeDuration(logs.kept_for_days * 86_400, locale) })}
      </p>
    </Section>
  )
}

function Own({ privacy: { writes, providers }, t }: SectionProps) {
  const isOpen = writes === 'open'
  if (!isOpen && providers.length === 0)
    return (
      <Section heading={t('privacyPage.own.heading')}>
        <p>{t('privacyPage.own.closed')}</p>
      </Section>
    )
  return (
    <Section heading={t('privacyPage.own.heading')}>
      <p>{isOpen ? t('privacyPage.own.open') : t('privacyPage.own.account')}</p>
      <Link href={isOpen ? '/' : '/account'} className="button button-plain">
        {isOpen ? t('failure.home') : t('privacyPage.own.accountLink')}
      </Link>
    </Section>
  )
}

function Contact({ privacy: { contact }, t }: SectionProps) {
  return (
    <Section heading={t('privacyPage.contact.heading')}>
      {contact === null ? (
        <p>{t('privacyPage.contact.none')}</p>
      ) : (
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
