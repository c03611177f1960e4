import { describeAvailability, describeSleep } from '@timezone-registry/zones/describe-state'
import { nextSleepChange, SLEEP_HORIZON_MS } from '@timezone-registry/zones/sleep-change'
import { useMemo, useState } from 'react'
import { Link } from 'wouter'
import type { Account } from '../account/use-account.ts'
import { describeDifference } from '../clock/amounts.ts'
import { ClockText, useOffset } from '../clock/clock-text.tsx'
import { GapChanges } from '../clock/gap-changes.tsx'
import { usePageSky } from '../clock/sky.ts'
import { useNextChange } from '../clock/use-next-change.ts'
import { useMinute } from '../clock/use-now.ts'
import { useServiceClocks } from '../clock/use-service-clocks.tsx'
import { localAt, zoneClock } from '../clock/zone-clock.ts'
import { deviceZone } from '../clock/zone-time.ts'
import { type OwnRecord, useOwn } from '../record/own-record.tsx'
import { addToList, MAX_PEOPLE, OWN, ownPeople, replaceNamesake } from '../selection/lists.ts'
import { personAddress, readList } from '../selection/selection.ts'
import type { PersonInZone } from '../selection/use-people.ts'
import { addressOf } from '../selection/use-selection.ts'
import { useText, useTimes, useViewText } from '../texts/use-text.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { firstLetter } from '../ui/first-letter.ts'
import { LinkIcon, PersonIcon, PlusIcon } from '../ui/icons.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { useStored } from '../ui/stored.ts'
import { useUndo } from '../ui/use-undo.tsx'
import { skyOver } from '../zones/sky-over.ts'
import { usePlaceOf } from '../zones/use-place-of.tsx'
import { SharePerson } from './share-person.tsx'
import { SendYours, ShowYours, useSavedHere } from './show-yours.tsx'
import { TwoDays } from './two-days.tsx'
import './person.css'
import './person-view.css'

type PersonViewProps = { account: Account; person: PersonInZone }

/**
 * A large clock on the sky that the person sees, and how it differs from the reader's. The first column is as the service
 * renders it (`apps/api/src/person/person-page.ts`), so that nothing moves.
 */
export function PersonView({ account, person }: PersonViewProps) {
  const t = useViewText()
  const placeOf = usePlaceOf()
  const { id, name, timezone } = person
  const offset = useOffset(timezone)
  const own = useOwn()
  const ownId = own.userId
  const hasSaved = useSavedHere(id, own)
  const mine = account.timezone ?? deviceZone()
  const clockClass = useClockClass()
  usePageSky(
    timezone,
    useMemo(() => skyOver(timezone), [timezone]),
  )
  return (
    <>
      <PageTitle title={name} />
      <section className={`hero person ${id === ownId ? '' : 'flex grow flex-col'}`} aria-label={name}>
        <div className={`person-columns min-h-0! w-full grow ${id === ownId ? 'pb-10!' : ''}`}>
          <div>
            <Who name={name} place={placeOf(timezone)} />
            {offset === undefined ? (
              <p>{t('zone.unknownHere')}</p>
            ) : (
              <>
                <ClockText timezone={timezone} className={clockClass} />
                <ClockNotes person={person} mine={mine} isOwn={id === ownId} />
              </>
            )}
            <div className="mt-5 flex flex-wrap gap-2">
              {id !== ownId && <AddButton id={id} name={name} />}
              <CopyButton text={() => personAddress(id)} look="button-sky">
                <LinkIcon isSmall />
                <span className={id === ownId ? undefined : 'max-sm:sr-only'}>{t('list.copyLink')}</span>
              </CopyButton>
            </div>
          </div>
          <div className="flex flex-col gap-8">
            {id !== ownId && mine !== undefined && (
              <TwoDays person={person} mine={mine} said={account.availability} />
            )}
            {!account.isLoading && !hasSaved && hasNoRecord(account, own) && (
              <ShowYours account={account} name={name} mine={mine} />
            )}
            {hasSaved && id !== ownId && <SendYours name={name} ownId={ownId} />}
          </div>
        </div>
      </section>
      {id === ownId && (
        <div className="page print:hidden py-4">
          {account.visibility === 'private' ? (
            <p className="section">{t('person.onlyYou')}</p>
          ) : (
            <SharePerson id={id} name={name} />
          )}
        </div>
      )}
    </>
  )
}

/** True for a reader of whom this page knows no record. */
function hasNoRecord(account: Account, { userId, isBusy }: OwnRecord): boolean {
  // A login may be saving one.
  return account.isOpen ? userId === '' : account.timezone === undefined && !isBusy
}

/** Smaller with the words for morning and afternoon. */
function useClockClass(): string {
  return `person-clock ${useTimes().isTwelve ? 'person-clock-12' : ''}`
}

function Who({ name, place }: { name: string; place: string }) {
  return (
    <div className="person-who">
      <span className="person-initial" aria-hidden="true">
        {firstLetter(name)}
      </span>
      <div>
        <h2 className="person-name" dir="auto" translate="no">
          {name}
        </h2>
        <p className="person-place">{place}</p>
      </div>
    </div>
  )
}

/**
 * Adds somebody to the reader's people, then links there; and links to a meeting with them. Renders nothing for an id that
 * a list cannot hold.
 */
function AddButton({ id, name }: { id: string; name: string }) {
  const t = useViewText()
  const own = useStored(ownPeople)
  const [isRefused, setIsRefused] = useState(false)
  const { offerUndo, toast } = useUndo('content')
  if (readList([id])[0] !== id) return null
  const add = () => {
    addToList(OWN, [id])
    setIsRefused(!ownPeople.get().includes(id))
    const undo = replaceNamesake(id, name)
    if (undo) offerUndo({ message: t('adding.joined', { name }), undo })
  }
  return (
    <>
      {own.includes(id) ? (
        <Link href="/" className="button button-sky">
          <PersonIcon isSmall />
          {t('person.added')}
        </Link>
      ) : (
        <button type="button" className="button button-sky-primary" onClick={add}>
          <PlusIcon isSmall />
          {t('person.add')}
        </button>
      )}
      <Link href={addressOf('/meet', { ids: [id] })} className="button button-sky">
        {t('pages.meet')}
      </Link>
      <p role="alert" className="w-full empty:hidden">
        {isRefused && t('people.tooMany', { count: MAX_PEOPLE })}
      </p>
      {toast}
    </>
  )
}

const WEEKDAY = { weekday: 'long' } as const

type ClockNotesProps = {
  person: PersonInZone
  /** The reader's own zone, if it is known. */
  mine: string | undefined
  isOwn: boolean
}

/** The day there, how far it is from the reader's clock, whether they are available or likely awake, and the next clock change. */
function ClockNotes({ person, mine, isOwn }: ClockNotesProps) {
  const { timezone: zone } = person
  const t = useViewText()
  const times = useTimes()
  const now = useMinute()
  const [offset, own] = [useOffset(zone), useOffset(mine)]
  const nextChange = useNextChange()(zone)
  if (offset === undefined) return null
  const day = times.date(now + offset * 60_000, WEEKDAY)
  const difference = offset - (own ?? 0)
  const isCompared = !isOwn && own !== undefined
  return (
    <>
      <p className="person-day">{isCompared ? `${day}\u00a0· ${describeDifference(difference, t)}` : day}</p>
      <State {...person} />
      <p className="person-state empty:hidden">{nextChange}</p>
      {isCompared && mine !== undefined && (
        <GapChanges people={[person]} mine={mine} className="person-state" />
      )}
    </>
  )
}

/** What they have said about it; otherwise what is likely at their local time. */
function State({ timezone, availability }: PersonInZone) {
  const t = useText()
  const now = useMinute()
  const clock = zoneClock(timezone, { from: now, until: now + SLEEP_HORIZON_MS }, useServiceClocks())
  const { state, until } = availability ?? {}
  if (state !== undefined)
    return <p className="person-state">{describeAvailability({ state, until }, now, t)}</p>
  if (clock === undefined) return null
  const change = nextSleepChange((at) => localAt(clock, at).minute, now)
  return <p className="person-state">{describeSleep(change, t)}</p>
}
