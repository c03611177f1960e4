import type { ReactNode } from 'react'
import { DURATIONS, type ShownList } from '../selection/use-selection.ts'
import { useLocale, useViewText } from '../texts/use-text.tsx'
import { Menu } from '../ui/menu.tsx'
import { ClockChanges } from './clock-changes.tsx'
import { DayChoice } from './day-choice.tsx'
import { DayColumns } from './day-columns.tsx'
import { DayButton, WhoseDay } from './day-heading.tsx'
import { useDurationFormat } from './duration-choice.tsx'
import { GroupTitle } from './group-title.tsx'
import type { DrawnRow } from './hour-row.tsx'
import { ChevronIcon } from './icons.tsx'
import { MeetingActions, MoreFormats } from './meeting-actions.tsx'
import { HORIZON_DAYS } from './rank-times.ts'
import { FitNote } from './result-card.tsx'
import { TimesList } from './times-list.tsx'
import type { Meeting } from './use-meeting.ts'
import { useRows } from './use-rows.ts'

const MAX_SINGLE_COLUMNS = 6
const MAX_TIMES = 6
const DAY_MS = 24 * 3_600_000

export type MeetViewProps = {
  meeting: Meeting
  selection: ShownList
  onDuration: (minutes: number) => void
  /** What the reader has to know first. */
  children: ReactNode
}

/** The whole task on one screen: the days, everybody's hours beside each other, and the moment chosen in a sheet. */
export function MeetPhone({ meeting, selection, onDuration, children }: MeetViewProps) {
  const rows = useRows(meeting, MAX_SINGLE_COLUMNS)
  return (
    <section className="meet-phone" aria-labelledby="meet-heading">
      <div className="flex flex-wrap items-center justify-between gap-1">
        <GroupTitle selection={selection} meeting={meeting} isCompact />
        <DayButton meeting={meeting} />
        <DurationMenu minutes={meeting.minutes} onChoose={onDuration} />
      </div>
      {children}
      <Days meeting={meeting} />
      <ClockChanges rows={rows} />
      <DayColumns meeting={meeting} rows={rows} />
      <Sheet meeting={meeting} rows={rows} />
    </section>
  )
}

function DurationMenu({ minutes, onChoose }: { minutes: number; onChoose: (minutes: number) => void }) {
  const t = useViewText()
  const write = useDurationFormat()
  return (
    <Menu
      className="duration-button inline-flex min-h-9 flex-none cursor-pointer items-center gap-1.5 rounded-full bg-sunken px-3.5 font-medium text-sm pointer-coarse:min-h-11 print:hidden"
      label={
        <>
          <span className="sr-only">{t('meet.duration')} </span>
          {write(minutes)}
          <ChevronIcon />
        </>
      }
    >
      {(close) =>
        DURATIONS.map((duration) => (
          <button
            key={duration}
            type="button"
            className="menu-item"
            aria-pressed={duration === minutes}
            onClick={() => [onChoose(duration), close()]}
          >
            {write(duration)}
          </button>
        ))
      }
    </Menu>
  )
}

/** The days of the proposals. Those with a time that suits everyone have a green dot. */
function Days({ meeting }: { meeting: Meeting }) {
  const locale = useLocale()
  const today = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(0, 'day')
  const { from, now, timezone, day, goodDays, formats, showDay } = meeting
  const first = formats.plainDate(from, timezone)
  // Named by their noons, because a zone may skip midnight.
  const noons = Array.from(
    { length: HORIZON_DAYS },
    (_, days) =>
      first.add({ days }).toZonedDateTime({ timeZone: 'UTC', plainTime: '12:00' }).epochMilliseconds,
  )
  const dateAt = (noon: number) => formats.plainDate(noon, 'UTC')
  return (
    <DayChoice
      starts={noons}
      formats={formats}
      timezone="UTC"
      today={first.equals(formats.plainDate(now, timezone)) ? today : undefined}
      isChosen={(noon) => dateAt(noon).equals(day.date)}
      isGood={(noon) => goodDays.has(Math.floor(noon / DAY_MS))}
      onChoose={(noon) => showDay(dateAt(noon))}
    />
  )
}

/** The moment in everybody's time, and how to share it. */
function Sheet({ meeting, rows }: { meeting: Meeting; rows: readonly DrawnRow[] }) {
  const t = useViewText()
  const { moment, minutes, timezone, now, formats, viewer } = meeting
  const others = rows.filter(({ people }) => people.every(({ id }) => id !== viewer))
  return (
    <div className="meet-sheet">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p
          className="sheet-time font-semibold text-[1.5rem]/8 tabular-nums tracking-[-0.02em]"
          translate="no"
        >
          {formats.range(moment, minutes, timezone)}
        </p>
        <FitNote meeting={meeting} />
      </div>
      <div className="mt-2 grid grid-cols-[repeat(auto-fill,minmax(min(6.25rem,100%),1fr))] gap-x-3 gap-y-1 text-sm">
        {others
          .slice(0, others.length > MAX_TIMES - 1 ? MAX_TIMES - 1 : undefined)
          .map(({ people, timezone }) => (
            <p key={people[0]?.id} className="flex min-w-0 justify-between gap-2 font-medium tabular-nums">
              <bdi className="truncate font-normal text-muted">{people[0]?.name}</bdi>
              <span translate="no">{formats.time(moment, timezone)}</span>
            </p>
          ))}
        <Menu
          className="link sheet-details justify-self-start print:hidden"
          isAbove
          label={t('meet.details')}
        >
          {() => (
            <div className="max-h-[min(28rem,70dvh)] overflow-y-auto">
              <TimesList meeting={meeting} />
              <WhoseDay meeting={meeting} />
              {moment >= now && <MoreFormats meeting={meeting} isCompact />}
            </div>
          )}
        </Menu>
      </div>
      {moment >= now && <MeetingActions meeting={meeting} isCompact />}
    </div>
  )
}
