import type { ServicePrivacy } from '@timezone-registry/contract'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Texts } from '../texts/en-views.ts'
import { useLocale, useTexts } from '../texts/use-texts.tsx'
import { describeDuration, describeLog } from './describe-privacy.ts'

type SectionProps = { privacy: ServicePrivacy; texts: Texts['privacyPage'] }

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

function Stored({ privacy, texts: { stored } }: SectionProps) {
  const locale = useLocale()
  const providers = new Intl.ListFormat(locale, { type: 'disjunction' }).format(
    privacy.providers.map(({ name }) => name),
  )
  return (
    <Section heading={stored.heading}>
      <p>{stored.record}</p>
      <p>{stored.availability}</p>
      {privacy.providers.length > 0 && <p>{stored.login(providers)}</p>}
      <p>{stored.browser}</p>
    </Section>
  )
}

function Seen({ privacy, texts: { seen } }: SectionProps) {
  const { visibility } = useTexts()
  return (
    <Section heading={seen.heading}>
      {privacy.writes === 'open' && <p>{seen.open}</p>}
      {privacy.writes !== 'open' && <p>{privacy.reads === 'required' ? seen.closed : seen.public}</p>}
      {privacy.writes !== 'open' && privacy.providers.length > 0 && (
        <>
          <p>{seen.choose}</p>
          <dl className="space-y-1 border-line border-s-4 ps-4">
            {Object.values(visibility.levels).map(({ name, sentence }) => (
              <div key={name}>
                <dt className="inline font-semibold">{`${name}: `}</dt>
                <dd className="inline">{sentence}</dd>
              </div>
            ))}
          </dl>
          <p>{seen.newRecords[privacy.default_visibility]}</p>
        </>
      )}
      <p>{seen.copies}</p>
      {privacy.writes !== 'open' && <p>{seen.operator}</p>}
    </Section>
  )
}

function Kept({ privacy: { providers, sessions, deletions }, texts: { kept } }: SectionProps) {
  const locale = useLocale()
  const duration = (seconds: number) => describeDuration(seconds, locale)
  return (
    <Section heading={kept.heading}>
      <p>{kept.record}</p>
      <p>{kept.deletion(duration(deletions.reported_for_days * 86_400))}</p>
      {providers.length > 0 && (
        <>
          <p>{kept.session(duration(sessions.max_age_seconds), duration(sessions.max_idle_seconds))}</p>
          <p>{kept.sessions(sessions.max_per_person)}</p>
        </>
      )}
      <p>{kept.backups}</p>
    </Section>
  )
}

function Logged({ privacy: { logs }, texts: { logged } }: SectionProps) {
  const locale = useLocale()
  const lines = describeLog(logs, logged)
  if (lines.length === 0)
    return (
      <Section heading={logged.heading}>
        <p>{logged.nothing}</p>
      </Section>
    )
  return (
    <Section heading={logged.heading}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <p>
        {logs.kept_for_days === null
          ? logged.keptUnknown
          : logged.kept(describeDuration(logs.kept_for_days * 86_400, locale))}
      </p>
    </Section>
  )
}

function Own({ privacy: { writes, providers }, texts: { own } }: SectionProps) {
  const { failure } = useTexts()
  const isOpen = writes === 'open'
  if (!isOpen && providers.length === 0)
    return (
      <Section heading={own.heading}>
        <p>{own.closed}</p>
      </Section>
    )
  return (
    <Section heading={own.heading}>
      <p>{isOpen ? own.open : own.account}</p>
      <Link href={isOpen ? '/' : '/account'} className="button button-plain">
        {isOpen ? failure.home : own.accountLink}
      </Link>
    </Section>
  )
}

function Contact({ privacy: { contact }, texts: { contact: words } }: SectionProps) {
  return (
    <Section heading={words.heading}>
      {contact === null ? (
        <p>{words.none}</p>
      ) : (
        <p>
          {`${words.text} `}
          <a className="link wrap-anywhere" href={contact}>
            {contact.replace(/^(mailto|https):(\/\/)?/, '').replace(/[?].*$/, '')}
          </a>
        </p>
      )}
    </Section>
  )
}
