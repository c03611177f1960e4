import { useId, useMemo } from 'react'
import { useMinute } from '../clock/use-now.ts'
import { inZone } from '../clock/zone-time.ts'
import { useLocale, useTexts } from '../texts/use-texts.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { dayIn, momentAt, nextQuarter, stepOf } from './day-band.ts'
import { DayBands } from './day-bands.tsx'
import { MeetControls } from './meet-controls.tsx'
import type { Person } from './use-people.ts'

type MeetProps = {
  /** The reader first; each with a zone. */
  people: Person[]
  /** Undefined: the next quarter of an hour. */
  at: Temporal.Instant | undefined
  onChoose: (at: Temporal.Instant) => void
}

/** The days of several people, one below the other along the reader's own, and one moment in everybody's time. */
export function Meet({ people, at, onChoose }: MeetProps) {
  const id = useId()
  const texts = useTexts()
  const now = useMinute()
  const timeFor = useMomentFormat()
  const known = people.flatMap(({ id, name, timezone }) =>
    timezone !== undefined && inZone(timezone, now) !== undefined ? [{ id, name, timezone }] : [],
  )
  const mine = known[0]?.timezone ?? 'UTC'
  const chosen = at ?? nextQuarter(now)
  const date = chosen.toZonedDateTimeISO(mine).toPlainDate().toString()
  const day = useMemo(() => dayIn(mine, Temporal.PlainDate.from(date)), [mine, date])
  const moment = momentAt(day, stepOf(day, chosen))

  return (
    <section className="card mt-5" aria-labelledby={`${id}-heading`}>
      <h2 id={`${id}-heading`} className="mb-3 font-bold text-lg">
        {texts.meet.heading}
      </h2>
      <MeetControls
        zones={known.map(({ timezone }) => timezone)}
        day={day}
        moment={moment}
        after={at === undefined || Temporal.Instant.compare(moment, now) < 0 ? now : moment}
        onChoose={onChoose}
      />
      <DayBands
        people={known}
        day={day}
        moment={moment}
        description={timeFor(moment, mine)}
        onChoose={onChoose}
      />
      <Times people={known} moment={moment} />
    </section>
  )
}

type TimesProps = { people: { id: string; name: string; timezone: string }[]; moment: Temporal.Instant }

/** The moment in everybody's time, to read and to copy. */
function Times({ people, moment }: TimesProps) {
  const { meet } = useTexts()
  const timeFor = useMomentFormat()
  const asText = () =>
    people.map(({ name, timezone }) => `${timeFor(moment, timezone)} ${meet.inTime(name)}`).join('\n')
  return (
    <>
      <ul className="mt-4 space-y-1">
        {people.map(({ id, name, timezone }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-4">
            <span className="min-w-0 truncate">{name}</span>
            <span className="font-medium tabular-nums">{timeFor(moment, timezone)}</span>
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-3">
        <CopyButton text={asText}>{meet.copyText}</CopyButton>
        <CopyButton text={() => `<t:${Math.floor(moment.epochMilliseconds / 1000)}:F>`}>
          {meet.copyDiscord}
        </CopyButton>
      </div>
    </>
  )
}

/** Writes a moment with its day in a zone's time. */
function useMomentFormat(): (moment: Temporal.Instant, timezone: string) => string {
  const locale = useLocale()
  return (moment, timezone) =>
    moment.toLocaleString(locale, {
      timeZone: timezone,
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      hour: 'numeric',
      minute: '2-digit',
    })
}
