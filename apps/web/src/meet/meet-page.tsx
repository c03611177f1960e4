import { DURATIONS } from '@timezone-registry/zones/meeting-link'
import { type ReactNode, useDeferredValue, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { SignInToRead } from '../account/sign-in-buttons.tsx'
import type { Account } from '../account/use-account.ts'
import { GapChanges } from '../clock/gap-changes.tsx'
import type { Person } from '../selection/use-people.ts'
import {
  addressOf,
  readSelection,
  type Selection,
  type ShownList,
  useSelection,
} from '../selection/use-selection.ts'
import { useLocale, useViewText } from '../texts/use-text.tsx'
import { FailureNote } from '../ui/failure.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { SegmentChoice } from '../ui/segment-choice.tsx'
import { useMedia } from '../ui/use-media.ts'
import { Days } from './day-choice.tsx'
import { DayHeading } from './day-heading.tsx'
import { joinNames } from './describe-slot.ts'
import { GroupTitle } from './group-title.tsx'
import { HourGrid } from './hour-grid.tsx'
import { Result } from './result.tsx'
import { TimeCards } from './time-cards.tsx'
import { type Meeting, useMeeting } from './use-meeting.ts'
import '../people/people.css'
import './meet.css'

const PHONE = '(width < 700px)'

/** Finds a time to meet: proposals, everybody's hours along one day, and ways to share the moment chosen. */
export function MeetPage({ account }: { account: Account }) {
  const t = useViewText()
  const [, navigate] = useLocation()
  const settled = useSelection()
  const select = (change: Partial<Selection>) =>
    navigate(addressOf('/meet', { ...settled, ...change }), { replace: true })
  const isInAddress = readSelection(new URLSearchParams(location.search)).ids.length > 0
  // Whoever copies the address shows others the same people.
  useEffect(() => {
    if (!isInAddress && settled.ids.length > 0) select({})
  })
  const [selection, choose] = useSettledMoment(settled, select)
  const meeting = useMeeting(selection, account, choose)

  return (
    <>
      <PageTitle title={selection.name === '' ? t('pages.meet') : selection.name} />
      {selection.ids.length === 0 ? (
        <section className="people-empty">
          <h2 className="heading">{t('meet.emptyTitle')}</h2>
          <p className="mt-1 mb-4 text-muted">{t('meet.empty')}</p>
          <Link href="/" className="button button-primary">
            {t('people.add')}
          </Link>
        </section>
      ) : (
        <MeetView meeting={meeting} selection={selection} onDuration={(minutes) => select({ minutes })}>
          <SignInToRead account={account} />
          <LeftOut people={meeting.leftOut} />
          <OthersChanges meeting={meeting} />
          <FailureNote error={meeting.error} className="mt-4" onRetry={meeting.reload} />
        </MeetView>
      )}
    </>
  )
}

type MeetViewProps = {
  meeting: Meeting
  selection: ShownList
  onDuration: (minutes: number) => void
  /** What the reader has to know first. */
  children: ReactNode
}

/** Whose difference from the reader changes soon. */
function OthersChanges({ meeting: { people } }: Pick<MeetViewProps, 'meeting'>) {
  const mine = people.find(({ id }) => id === '')?.timezone
  const others = people.filter(({ id }) => id !== '')
  return mine && <GapChanges people={others} mine={mine} className="mt-1 text-muted text-sm wrap-anywhere" />
}

/**
 * Proposals on the left, everybody's day on the right; stacked where there is no room. On a phone, days instead of
 * proposals, and all of it on one screen.
 */
function MeetView({ meeting, selection, onDuration, children }: MeetViewProps) {
  const t = useViewText()
  const isPhone = useMedia(PHONE)
  // What is below the hours renders after them, at low priority.
  const isComplete = useDeferredValue(true, false)
  return (
    <div className="meet flex flex-wrap gap-x-10 gap-y-8">
      <section className="meet-proposals min-w-0 flex-[1_1_19.25rem]" aria-labelledby="meet-heading">
        <GroupTitle selection={selection} meeting={meeting} />
        {children}
        <SegmentChoice
          label={t('meet.duration')}
          value={String(selection.minutes)}
          onChoose={(minutes) => onDuration(Number(minutes))}
          options={DURATIONS.map((minutes) => [
            String(minutes),
            minutes < 60 ? t('meet.halfHour') : t('meet.hours', { count: minutes / 60 }),
          ])}
          isLabelHidden
        />
        {!isPhone && <TimeCards meeting={meeting} />}
      </section>
      <section className="meet-day" aria-labelledby="meet-day-heading">
        <DayHeading meeting={meeting} />
        {isPhone && <Days meeting={meeting} />}
        <HourGrid meeting={meeting} isPhone={isPhone} />
        {isComplete && <Result meeting={meeting} isPhone={isPhone} />}
      </section>
    </div>
  )
}

const REASONS = ['missing', 'unchecked', 'found'] as const

/** Who is left out of the proposals, and why. Without this, `Good for everyone` would promise too much. */
function LeftOut({ people }: { people: Person[] }) {
  const t = useViewText()
  const locale = useLocale()
  const notes = { missing: t('list.missing'), unchecked: t('list.unchecked'), found: t('zone.unknownHere') }
  const names = new Map(people.map(({ id, name }) => [id, name]))
  return REASONS.map((reason) => {
    const ids = people.filter(({ state }) => state === reason).map(({ id }) => id)
    if (ids.length === 0) return null
    return (
      <p key={reason} className="mt-1 text-muted text-sm wrap-anywhere">
        {`${joinNames(ids, { names, t, locale })} · ${notes[reason]}`}
      </p>
    )
  })
}

// Browsers refuse to change the address more often than about a hundred times in 30 seconds.
const SETTLED_MS = 250

/**
 * The selection with the moment that was chosen last. It is shown immediately, but put in the address only when
 * it has not changed for a quarter of a second, because a drag changes it at every step.
 */
function useSettledMoment<T extends Selection>(selection: T, select: (change: { at: number }) => void) {
  const [chosen, choose] = useState<number>()
  const selectRef = useRef(select)
  selectRef.current = select

  useEffect(() => {
    if (chosen === undefined) return
    const timer = setTimeout(() => {
      selectRef.current({ at: chosen })
      choose(undefined)
    }, SETTLED_MS)
    return () => clearTimeout(timer)
  }, [chosen])

  return [{ ...selection, at: chosen ?? selection.at }, choose] as const
}
