import { useDeferredValue } from 'react'
import { Link } from 'wouter'
import { SignInToRead } from '../account/sign-in-to-read.tsx'
import type { Account } from '../account/use-account.ts'
import { OutdatedZones } from '../clock/outdated-zones.tsx'
import { EmptyView } from '../people/empty-people.tsx'
import { GroupBar } from '../people/group-bar.tsx'
import { addressOf, type Selection, useSelection } from '../selection/use-selection.ts'
import { useTexts } from '../texts/use-texts.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { useUndo } from '../ui/use-undo.tsx'
import { DurationChoice } from './duration-choice.tsx'
import { HourGrid } from './hour-grid.tsx'
import { LeftOut } from './left-out.tsx'
import { MeetToolbar } from './meet-toolbar.tsx'
import { ShareMeeting } from './share-meeting.tsx'
import { SlotList } from './slot-list.tsx'
import { TimesList } from './times-list.tsx'
import { type Meeting, useMeeting } from './use-meeting.ts'
import { useSettledMoment } from './use-settled-moment.ts'
import '../people/people.css'
import './meet.css'

/** Finds a time to meet: proposals, everybody's hours along one day, and ways to share the moment chosen. */
export function MeetPage({ account }: { account: Account }) {
  const { meet: texts, pages, people } = useTexts()
  const [settled, select] = useSelection()
  const [selection, choose] = useSettledMoment(settled, select)
  const meeting = useMeeting(selection, account)
  const { offerUndo, toast } = useUndo('meet-heading')

  return (
    <>
      <PageTitle title={selection.name === '' ? pages.meet : selection.name} />
      {selection.ids.length === 0 ? (
        <EmptyView
          now={meeting.now}
          title={texts.emptyTitle}
          action={
            <Link href="/people" className="button button-primary">
              {people.add}
            </Link>
          }
        >
          {texts.empty}
        </EmptyView>
      ) : (
        <div className="meet">
          <section className="meet-proposals" aria-labelledby="meet-heading">
            <SignInToRead account={account} />
            <MeetHeading selection={selection} count={meeting.count} />
            <LeftOut people={meeting.leftOut} />
            <FailureNote failure={meeting.failure} className="mt-4" onRetry={meeting.reload} />
            <GroupBar path="/meet" selection={selection} onSelect={select} onRemoved={offerUndo} />
            <DurationChoice minutes={selection.minutes} onChoose={(minutes) => select({ minutes })} />
            <SlotList meeting={meeting} onChoose={choose} />
          </section>
          <MeetingDay meeting={meeting} minutes={selection.minutes} onChoose={choose} />
        </div>
      )}
      {toast}
    </>
  )
}

function MeetHeading({ selection: { ids, name }, count }: { selection: Selection; count: number }) {
  const { meet: texts, people } = useTexts()
  return (
    <div>
      <h2 id="meet-heading" tabIndex={-1} className="heading wrap-anywhere outline-none">
        {name === '' ? texts.heading : name}
      </h2>
      <Link href={addressOf('/people', { ids, name })} className="link text-sm">
        {people.count(count)}
      </Link>
    </div>
  )
}

type MeetingDayProps = { meeting: Meeting; minutes: number; onChoose: (at: number) => void }

function MeetingDay({ meeting, minutes, onChoose }: MeetingDayProps) {
  // What is below the hours renders after them, at low priority.
  const isComplete = useDeferredValue(true, false)
  return (
    <section className="meet-day" aria-labelledby="meet-day-heading">
      <MeetToolbar meeting={meeting} onChoose={onChoose} />
      <HourGrid meeting={meeting} minutes={minutes} onChoose={onChoose} />
      <OutdatedZones
        timezones={meeting.people.map(({ timezone }) => timezone)}
        at={Temporal.Instant.fromEpochMilliseconds(meeting.moment)}
      />
      {isComplete && (
        <>
          <TimesList people={meeting.people} at={meeting.moment} />
          {meeting.moment >= meeting.now && <ShareMeeting meeting={meeting} minutes={minutes} />}
        </>
      )}
    </section>
  )
}
