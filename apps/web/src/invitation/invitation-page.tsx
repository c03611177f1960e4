import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { SignInToRead } from '../account/sign-in-buttons.tsx'
import type { Account } from '../account/use-account.ts'
import { useMinute } from '../clock/use-now.ts'
import { CalendarButton } from '../meet/calendar-button.tsx'
import { useMeetFormats } from '../meet/use-meet-formats.ts'
import { useReaderAndOthers } from '../people/use-reader-and-others.ts'
import type { PersonInZone } from '../selection/use-people.ts'
import { addressOf, type Selection } from '../selection/use-selection.ts'
import { useCityOf, useLocale, useViewText } from '../texts/use-text.tsx'
import { FailureNote } from '../ui/failure.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { ServedView } from '../ui/skeleton.tsx'
import { usePlaceOf } from '../zones/use-place-of.tsx'

/** A meeting that somebody suggests, and when. */
export type Invitation = Selection & { at: number; by: string }

type InvitationPageProps = { account: Account; invitation: Invitation }

/** A meeting as its guest sees it: from whom, when it is for them, and what to do about it. */
export function InvitationPage({ account, invitation }: InvitationPageProps) {
  const { by, at: start, minutes, zone, name } = invitation
  const t = useViewText()
  const locale = useLocale()
  const formats = useMeetFormats()
  const placeOf = usePlaceOf()
  const cityOf = useCityOf()
  const now = useMinute()
  const ids = [...new Set([by, ...invitation.ids])].filter((id) => id !== '')
  const { me, others: all, error, reload } = useReaderAndOthers(ids, account)
  if (account.isLoading || all.some(({ state }) => state === 'loading')) return <ServedView />
  const others = all.filter((person): person is PersonInZone => person.timezone !== undefined)
  const when = (timezone: string) => (
    <>
      {/* No line begins with the dot, and a date that fits a line is on one. */}
      <span className="inline-block">{`${formats.day(start, timezone)}\u00a0·`}</span>{' '}
      <span className="whitespace-nowrap">{formats.range(start, minutes, timezone)}</span>
    </>
  )
  const names = new Intl.ListFormat(locale, { type: 'conjunction' }).format(others.map(({ name }) => name))
  const title = name || (names === '' ? t('meeting.untitled') : t('meeting.title', { names }))
  const mine = me.timezone ?? zone ?? 'UTC'
  const organizer = others.find(({ id }) => id === by)
  const somebody = by === '' && zone !== undefined ? [{ id: '', name: cityOf(zone), timezone: zone }] : []
  return (
    <section className="mx-auto grid max-w-160 gap-3 py-6">
      <PageTitle title={title} />
      <p className="text-muted" dir="auto">
        {organizer && t('meeting.from', { name: organizer.name })}
      </p>
      <h2 className="wrap-anywhere font-semibold text-lg" dir="auto">
        {title}
      </h2>
      <p className="text-balance font-semibold text-xl tabular-nums">
        <time dateTime={new Date(start).toISOString()}>{when(mine)}</time>
      </p>
      <p className="text-muted">
        {me.timezone === undefined ? placeOf(mine) : t('meeting.yours', { place: placeOf(mine) })}
      </p>
      {start + minutes * 60_000 < now && <p role="note">{t('meet.past')}</p>}
      <div className="mt-2 mb-4 flex flex-wrap gap-2 print:hidden">
        <CalendarButton link={location.origin + addressOf('/meet', invitation)} look="button-primary" />
        <Link href={addressOf('/meet', { ...invitation, by: undefined })} className="button button-plain">
          {t('meet.suggest')}
        </Link>
      </div>
      <People people={[...others, ...somebody]} when={when} />
      <SignInToRead account={account} />
      <FailureNote error={error} onRetry={reload} />
    </section>
  )
}

type PeopleProps = {
  people: readonly Pick<PersonInZone, 'id' | 'name' | 'timezone'>[]
  when: (timezone: string) => ReactNode
}

/** When it is for each of the others. */
function People({ people, when }: PeopleProps) {
  const placeOf = usePlaceOf()
  return (
    <ul className="grid gap-3">
      {people.map(({ id, name, timezone }) => (
        <li key={id}>
          <bdi className="font-semibold" translate="no">
            {name}
          </bdi>
          <span className="block text-muted text-sm">
            {when(timezone)}
            {`\u00a0· ${placeOf(timezone)}`}
          </span>
        </li>
      ))}
    </ul>
  )
}
