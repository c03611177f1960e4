import { FIRST_YEAR, LAST_YEAR } from '../selection/use-selection.ts'
import { useViewText } from '../texts/use-text.tsx'
import { DateButton } from '../ui/date-button.tsx'
import { NextIcon } from '../ui/icons.tsx'
import { Menu } from '../ui/menu.tsx'
import { ChevronIcon } from './icons.tsx'
import type { Meeting } from './use-meeting.ts'

/** The day shown: the one before or after, any other, and whose day it is. */
export function DayHeading({ meeting }: { meeting: Meeting }) {
  const t = useViewText()
  const { day, timezone, moment, goTo, formats } = meeting
  return (
    <div className="day-heading">
      <h3 id="meet-day-heading" className="heading" aria-live="polite">
        {formats.longDate(moment, timezone)}
      </h3>
      <div className="flex">
        <button
          type="button"
          className="icon-button arrow-back"
          aria-label={t('meet.previousDay')}
          onClick={() => goTo(day.date.subtract({ days: 1 }))}
        >
          <NextIcon isSmall />
        </button>
        <button
          type="button"
          className="icon-button arrow"
          aria-label={t('meet.nextDay')}
          onClick={() => goTo(day.date.add({ days: 1 }))}
        >
          <NextIcon isSmall />
        </button>
        <DayButton meeting={meeting} />
      </div>
      <WhoseDay meeting={meeting} />
    </div>
  )
}

/** Any day, from a month. */
export function DayButton({ meeting: { day, timezone, now, goTo, formats } }: { meeting: Meeting }) {
  const t = useViewText()
  return (
    <DateButton
      label={t('meet.day')}
      value={day.date}
      today={formats.plainDate(now, timezone)}
      range={YEARS}
      onChoose={goTo}
    />
  )
}

const YEARS = [
  Temporal.PlainDate.from({ year: FIRST_YEAR, month: 1, day: 1 }),
  Temporal.PlainDate.from({ year: LAST_YEAR, month: 12, day: 31 }),
] as const

/** In whose time the day is. */
export function WhoseDay({ meeting: { people, viewer, setViewer } }: { meeting: Meeting }) {
  const t = useViewText()
  const nameTime = ({ id, name }: { id: string; name: string }) =>
    id === '' ? t('meet.yourTime') : t('meet.timeOf', { name })
  const shown = people.find(({ id }) => id === viewer)
  if (shown === undefined || people.length === 1) return null
  return (
    <Menu
      className="quiet-button"
      label={
        <>
          <span className="sr-only">{t('meet.whoseDay')} </span>
          <span className="truncate">{nameTime(shown)}</span>
          <ChevronIcon />
        </>
      }
    >
      {(close) => (
        <div className="menu-list">
          {people.map((person) => (
            <button
              key={person.id}
              type="button"
              className="menu-item"
              aria-pressed={person.id === viewer}
              onClick={() => [setViewer(person.id), close()]}
            >
              {nameTime(person)}
            </button>
          ))}
        </div>
      )}
    </Menu>
  )
}
