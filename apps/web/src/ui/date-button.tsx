import { type KeyboardEvent, type ToggleEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocale } from '../texts/use-text.tsx'
import { Icon, NextIcon } from './icons.tsx'
import { placeBy } from './menu.tsx'
import './date-button.css'

const DAYS_PER_WEEK = 7

/** A month on a wall. */
export const CalendarIcon = () => (
  <Icon isSmall>
    <path d="M5 5.5h14a1 1 0 0 1 1 1V19a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V6.5a1 1 0 0 1 1-1ZM4 10h16M8.5 3v4M15.5 3v4" />
  </Icon>
)

type DateButtonProps = {
  label: string
  value: Temporal.PlainDate
  today: Temporal.PlainDate
  /** The first and the last date that can be chosen. */
  range: readonly [first: Temporal.PlainDate, last: Temporal.PlainDate]
  onChoose: (date: Temporal.PlainDate) => void
}

/** A button with a month to choose a date from: by pointer, or by arrow keys, Home, End, Page Up and Page Down. */
export function DateButton({ label, value, today, range, onChoose }: DateButtonProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const popover = useRef<HTMLDivElement>(null)
  // The date that the keys move; undefined while the month is closed.
  const [date, setDate] = useState<Temporal.PlainDate>()

  function prepare(event: ToggleEvent<HTMLDivElement>) {
    if (event.newState !== 'open') return
    flushSync(() => setDate(value))
    placeBy(button.current, event.currentTarget)
  }

  function focusDate() {
    popover.current?.querySelector<HTMLElement>('td [tabindex="0"]')?.focus()
  }

  return (
    <>
      <button ref={button} type="button" className="icon-button" aria-label={label} popoverTarget={id}>
        <CalendarIcon />
      </button>
      <div
        ref={popover}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        className="popup menu month"
        onBeforeToggle={prepare}
        onToggle={({ newState }) => (newState === 'open' ? focusDate() : setDate(undefined))}
      >
        {date && (
          <Month
            date={date}
            chosen={value}
            today={today}
            range={range}
            onMove={setDate}
            onMoveByKey={(moved) => [flushSync(() => setDate(moved)), focusDate()]}
            onChoose={(chosen) => [onChoose(chosen), popover.current?.hidePopover()]}
          />
        )}
      </div>
    </>
  )
}

type MonthProps = Pick<DateButtonProps, 'today' | 'range' | 'onChoose'> & {
  date: Temporal.PlainDate
  chosen: Temporal.PlainDate
  onMove: (date: Temporal.PlainDate) => void
  onMoveByKey: (date: Temporal.PlainDate) => void
}

function Month({ onMove, ...props }: MonthProps) {
  const { date, today, range, onChoose } = props
  const id = useId()
  const locale = useLocale()
  const title = (day: Temporal.PlainDate) => write(day, locale, { month: 'long', year: 'numeric' })
  const [before, after] = [clamp(date.subtract({ months: 1 }), range), clamp(date.add({ months: 1 }), range)]
  return (
    <>
      <div className="month-head">
        <button
          type="button"
          className="icon-button arrow-back"
          aria-label={title(before)}
          onClick={() => onMove(before)}
        >
          <NextIcon isSmall />
        </button>
        <p id={id} aria-live="polite">
          {title(date)}
        </p>
        <button
          type="button"
          className="icon-button arrow"
          aria-label={title(after)}
          onClick={() => onMove(after)}
        >
          <NextIcon isSmall />
        </button>
      </div>
      <Days {...props} titleId={id} />
      <button type="button" className="menu-item month-today" onClick={() => onChoose(today)}>
        {new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(0, 'day')}
      </button>
    </>
  )
}

type DaysProps = Omit<MonthProps, 'onMove'> & { titleId: string }

function Days({ date, chosen, today, range, onMoveByKey, onChoose, titleId }: DaysProps) {
  const locale = useLocale()
  const firstDay = firstDayOf(locale)
  const weeks = weeksOf(date, firstDay)

  function move(event: KeyboardEvent<HTMLElement>) {
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const moved = dateAt(isRtl ? (MIRRORED[event.key] ?? event.key) : event.key, { date, firstDay })
    if (moved === undefined) return
    event.preventDefault()
    onMoveByKey(clamp(moved, range))
  }

  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid of days is the role's own example.
    <table role="grid" aria-labelledby={titleId} onKeyDown={move}>
      <thead>
        <tr>
          {weeks[0]?.map((day) => (
            <th key={day.dayOfWeek} scope="col" abbr={write(day, locale, { weekday: 'long' })}>
              {write(day, locale, { weekday: 'narrow' })}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={`${week[0]}`}>
            {week.map((day) => (
              <td key={`${day}`}>
                <button
                  type="button"
                  className="month-day"
                  data-outside={day.month !== date.month || undefined}
                  tabIndex={day.equals(date) ? 0 : -1}
                  aria-current={day.equals(today) ? 'date' : undefined}
                  aria-pressed={day.equals(chosen)}
                  aria-label={write(day, locale, FULL_DATE)}
                  disabled={!day.equals(clamp(day, range))}
                  onClick={() => onChoose(day)}
                >
                  {write(day, locale, { day: 'numeric' })}
                </button>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function write(day: Temporal.PlainDate, locale: string, options: Intl.DateTimeFormatOptions): string {
  return day.toLocaleString(locale, { calendar: 'gregory', ...options })
}

const FULL_DATE = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const
const MIRRORED: Record<string, string> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }

/** Where a key leads; undefined for other keys. */
function dateAt(
  key: string,
  { date, firstDay }: { date: Temporal.PlainDate; firstDay: number },
): Temporal.PlainDate | undefined {
  const passed = daysInto(date, firstDay)
  const moves: Record<string, Temporal.DurationLike> = {
    ArrowLeft: { days: -1 },
    ArrowRight: { days: 1 },
    ArrowUp: { weeks: -1 },
    ArrowDown: { weeks: 1 },
    Home: { days: -passed },
    End: { days: DAYS_PER_WEEK - 1 - passed },
    PageUp: { months: -1 },
    PageDown: { months: 1 },
  }
  const by = moves[key]
  return by === undefined ? undefined : date.add(by)
}

/** How many days of its week are before a date. */
function daysInto({ dayOfWeek }: Temporal.PlainDate, firstDay: number): number {
  return (dayOfWeek - firstDay + DAYS_PER_WEEK) % DAYS_PER_WEEK
}

/** The weeks that a month touches. */
function weeksOf(date: Temporal.PlainDate, firstDay: number): Temporal.PlainDate[][] {
  const first = date.with({ day: 1 })
  const start = first.subtract({ days: daysInto(first, firstDay) })
  const count = Math.ceil((daysInto(first, firstDay) + date.daysInMonth) / DAYS_PER_WEEK)
  return Array.from({ length: count }, (_, week) =>
    Array.from({ length: DAYS_PER_WEEK }, (_, day) => start.add({ weeks: week, days: day })),
  )
}

function clamp(date: Temporal.PlainDate, [first, last]: DateButtonProps['range']): Temporal.PlainDate {
  if (Temporal.PlainDate.compare(date, first) < 0) return first
  return Temporal.PlainDate.compare(date, last) > 0 ? last : date
}

/** The ISO weekday that a week begins with; Monday where the browser has no such data. */
function firstDayOf(tag: string): number {
  const locale = new Intl.Locale(tag) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number }
    weekInfo?: { firstDay: number }
  }
  // Older browsers have a property in place of the method.
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1
}
