import { FIRST_YEAR, LAST_YEAR } from '@timezone-registry/zones/meeting-link'
import { useRef } from 'react'
import { DAY_MS } from '../clock/span.ts'
import { useViewText } from '../texts/use-text.tsx'
import { icon } from '../ui/icons.tsx'
import { Menu } from '../ui/menu.tsx'
import { CalendarIcon, ChevronIcon } from './icons.tsx'
import type { Meeting } from './use-meeting.ts'

const NextIcon = icon('M9 5l7 7-7 7')

/** The day shown: the one before or after, any other, and whose day it is. */
export function DayHeading({ meeting }: { meeting: Meeting }) {
  const t = useViewText()
  const { day, timezone, moment, goTo, formats } = meeting
  return (
    <div className="day-heading mb-3 flex min-h-11 flex-wrap items-center gap-x-2 gap-y-1">
      <h3 id="meet-day-heading" className="heading" aria-live="polite">
        {formats.longDate(moment, timezone)}
      </h3>
      <div className="flex">
        {[-1, 1].map((by) => (
          <button
            key={by}
            type="button"
            className={`icon-button arrow ${by < 0 ? 'ltr:rotate-180' : 'rtl:rotate-180'}`}
            aria-label={t(by < 0 ? 'meet.previousDay' : 'meet.nextDay')}
            onClick={() => goTo(day.day + by)}
          >
            <NextIcon isSmall />
          </button>
        ))}
        <DayButton meeting={meeting} />
      </div>
      <WhoseDay meeting={meeting} />
    </div>
  )
}

/** Any day, from the browser's own calendar. */
function DayButton({ meeting: { day, goTo } }: { meeting: Meeting }) {
  const t = useViewText()
  const input = useRef<HTMLInputElement>(null)
  return (
    <span className="relative">
      <button
        type="button"
        className="icon-button"
        aria-label={t('meet.day')}
        onClick={() => input.current?.showPicker()}
      >
        <CalendarIcon isSmall />
      </button>
      {/* Where the calendar opens. The heading has the date in the page's language. */}
      <input
        ref={input}
        type="date"
        className="pointer-events-none absolute inset-0 opacity-0"
        tabIndex={-1}
        aria-hidden="true"
        min={`${FIRST_YEAR}-01-01`}
        max={`${LAST_YEAR}-12-31`}
        value={new Date(day.day * DAY_MS).toISOString().slice(0, 10)}
        // Empty where the calendar has cleared it.
        onChange={({ target }) => target.value !== '' && goTo(Date.parse(target.value) / DAY_MS)}
      />
    </span>
  )
}

/** In whose time the day is. */
function WhoseDay({ meeting: { people, viewer, setViewer } }: { meeting: Meeting }) {
  const t = useViewText()
  const nameTime = ({ id, name }: { id: string; name: string }) =>
    id === '' ? t('meet.yourTime') : t('meet.timeOf', { name })
  const shown = people.find(({ id }) => id === viewer)
  if (shown === undefined || people.length === 1) return null
  return (
    <Menu
      className="ms-auto inline-flex min-h-9 min-w-0 max-w-full cursor-pointer items-center gap-1.5 rounded-[10px] text-start font-medium text-sm text-soft hover:text-ink pointer-coarse:min-h-11 print:hidden"
      name={t('meet.whoseDay')}
      label={
        <>
          <span className="truncate">{nameTime(shown)}</span>
          <ChevronIcon isSmall />
        </>
      }
    >
      {(close) => (
        <div className="max-h-[min(28rem,70dvh)] overflow-y-auto">
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
