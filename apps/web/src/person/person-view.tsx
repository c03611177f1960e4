import type { Account } from '../account/use-account.ts'
import { ClockText } from '../clock/clock-text.tsx'
import { useNow } from '../clock/use-now.ts'
import { usePageSky } from '../clock/use-page-sky.ts'
import { useServiceClocks } from '../clock/use-service-clocks.tsx'
import { deviceZone, inZone } from '../clock/zone-time.ts'
import { RecordDialogs } from '../record/record-dialogs.tsx'
import { RecordOutcome } from '../record/record-outcome.tsx'
import { useOwnRecord } from '../record/use-own-record.ts'
import { personAddress } from '../selection/selection.ts'
import { useLocale, useTexts } from '../texts/use-texts.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { describeFailure } from '../ui/failure.ts'
import { LinkIcon } from '../ui/icons.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { usePlaceOf } from '../zones/use-place-of.ts'
import { AddButton } from './add-button.tsx'
import { ClockNotes } from './clock-notes.tsx'
import { SharePerson } from './share-person.tsx'
import { ShowYours } from './show-yours.tsx'
import { TwoDays } from './two-days.tsx'
import './person.css'

type PersonViewProps = {
  id: string
  account: Account
  record: { user: { username: string }; canonical: string }
}

/**
 * A large clock on the sky that the person sees, and how it differs from the reader's. The first column is as the service
 * renders it (`apps/api/src/person/person-page.ts`), so that nothing moves.
 */
export function PersonView({ id, account, record }: PersonViewProps) {
  const texts = useTexts()
  const placeOf = usePlaceOf()
  const { canonical } = record
  const now = useNow()
  const clocks = useServiceClocks()
  const { username } = record.user
  const own = useOwnRecord(account)
  const ownId = own.userId
  const mine = account.timezone ?? deviceZone()
  const clockClass = useClockClass()
  usePageSky(canonical)
  return (
    <>
      <PageTitle title={username} />
      <section className="hero person" aria-label={username}>
        <div className={`person-columns ${id === ownId ? 'min-h-0! pb-10!' : ''}`}>
          <div>
            <Who name={username} place={placeOf(record.canonical)} />
            {inZone(canonical, now, clocks) === undefined ? (
              <p>{texts.zone.unknownHere}</p>
            ) : (
              <>
                <ClockText timezone={canonical} className={clockClass} />
                <ClockNotes id={id} zone={canonical} mine={mine} isOwn={id === ownId} />
              </>
            )}
            <div className="mt-5 flex flex-wrap gap-2">
              {id !== ownId && <AddButton id={id} />}
              <CopyButton text={() => personAddress(id)} look="button-sky">
                <LinkIcon isSmall />
                <span className={id === ownId ? undefined : 'max-sm:sr-only'}>{texts.people.copyLink}</span>
              </CopyButton>
            </div>
          </div>
          <div className="flex flex-col gap-8">
            {id !== ownId && mine !== undefined && (
              <TwoDays id={id} name={username} zone={canonical} mine={mine} said={account.availability} />
            )}
            {!account.isLoading && hasNoRecord(account, ownId) && (
              <ShowYours account={account} own={own} name={username} mine={mine} />
            )}
          </div>
        </div>
      </section>
      <RecordDialogs own={own} returnTo="content" />
      <RecordOutcome account={account} own={own} failure={describeFailure(own.record.changeError, texts)} />
      {id === ownId && (
        <div className="page print:hidden py-4">
          {account.visibility === 'private' ? (
            <p className="section">{texts.person.onlyYou}</p>
          ) : (
            <SharePerson id={id} name={username} />
          )}
        </div>
      )}
    </>
  )
}

/** True for a reader of whom this page knows no record. */
function hasNoRecord(account: Account, ownId: string): boolean {
  return account.isOpen ? ownId === '' : account.timezone === undefined
}

/** Smaller with the words for morning and afternoon. */
function useClockClass(): string {
  const { hour12 } = new Intl.DateTimeFormat(useLocale(), { hour: 'numeric' }).resolvedOptions()
  return `person-clock ${hour12 ? 'person-clock-12' : ''}`
}

function Who({ name, place }: { name: string; place: string }) {
  const [initial] = new Intl.Segmenter().segment(name)
  return (
    <div className="person-who">
      <span className="person-initial" aria-hidden="true">
        {initial?.segment.toLocaleUpperCase()}
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
