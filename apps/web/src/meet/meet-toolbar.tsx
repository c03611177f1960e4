import { useServiceClocks } from '../clock/use-service-clocks.tsx'
import { FIRST_YEAR, LAST_YEAR } from '../selection/use-selection.ts'
import { useTexts } from '../texts/use-texts.tsx'
import { NextIcon } from '../ui/icons.tsx'
import { DayField } from './day-field.tsx'
import { dayIn, momentAt, nextQuarter, quarterOf } from './meet-day.ts'
import { useMeetFormats } from './use-meet-formats.ts'
import type { Meeting } from './use-meeting.ts'

type MeetToolbarProps = { meeting: Meeting; onChoose: (at: number) => void }

/** The day shown: the one before or after, any other, today, and whose day it is. */
export function MeetToolbar({ meeting, onChoose }: MeetToolbarProps) {
  const { meet: texts, people: words } = useTexts()
  const { day, timezone, moment, now, people, viewer, setViewer, proposeFrom } = meeting
  const formats = useMeetFormats()
  const clocks = useServiceClocks()

  /** The same time on another day. */
  function moveTo(date: Temporal.PlainDate) {
    if (date.year < FIRST_YEAR || date.year > LAST_YEAR) return
    const other = dayIn(timezone, date, clocks)
    if (other.quarters === 0) return
    proposeFrom(other.start)
    onChoose(momentAt(other, quarterOf(day, moment)))
  }

  function goToNow() {
    proposeFrom(0)
    onChoose(nextQuarter(now))
  }

  return (
    <div className="meet-toolbar">
      <div className="flex min-w-0 items-center gap-1">
        <h3 id="meet-day-heading" className="min-w-0 heading" aria-live="polite">
          {formats.longDate(moment, timezone)}
        </h3>
        <ArrowButton label={texts.previousDay} onClick={() => moveTo(day.date.subtract({ days: 1 }))} />
        <ArrowButton label={texts.nextDay} isNext onClick={() => moveTo(day.date.add({ days: 1 }))} />
      </div>
      {moment < now && <p className="text-danger text-sm">{texts.past}</p>}
      <div className="meet-tools">
        <DayField date={day.date} onChoose={moveTo} />
        <button type="button" className="button button-plain" onClick={goToNow}>
          {words.backToNow}
        </button>
        <select
          className="select"
          aria-label={texts.whoseDay}
          value={viewer}
          onChange={({ target }) => setViewer(target.value)}
        >
          {people.map(({ id, name }) => (
            <option key={id} value={id}>
              {id === '' ? texts.yourTime : texts.timeOf(name)}
            </option>
          ))}
        </select>
      </div>
    </div>
  )
}

type ArrowButtonProps = { label: string; isNext?: boolean; onClick: () => void }

function ArrowButton({ label, isNext = false, onClick }: ArrowButtonProps) {
  return (
    <button type="button" className="icon-button" aria-label={label} onClick={onClick}>
      <span className={isNext ? 'arrow' : 'arrow arrow-back'}>
        <NextIcon />
      </span>
    </button>
  )
}
