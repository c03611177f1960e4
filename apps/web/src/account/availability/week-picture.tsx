import { toMinutes } from '@timezone-registry/zones/availability'
import { skyAt } from '@timezone-registry/zones/sky'
import { useId, useRef } from 'react'
import { toCss } from '../../clock/sky.ts'
import { DAY_MINUTES, DAY_MS, MINUTE_MS } from '../../clock/span.ts'
import { useAccountText, useTimes } from '../../texts/use-text.tsx'
import { CloseIcon, PlusIcon } from '../../ui/icons.tsx'
import { freeHours, type Hours, type Piece, piecesOf } from './week-model.ts'
import './week-picture.css'

// CSS mixes colours in sRGB, so the sky's own mixture needs a stop each hour.
const SKY = Array.from({ length: 25 }, (_, hour) => toCss(skyAt(hour))).join()
const MARKS = [0, 6, 12, 18]
const DAYS = [0, 1, 2, 3, 4, 5, 6]
// 1970-01-05 was a Monday.
const MONDAY_MS = 4 * DAY_MS
const SHORT = { weekday: 'short' } as const
const LONG = { weekday: 'long' } as const

type WeekPictureProps = { hours: Hours[]; onChange: (hours: Hours[]) => void }

/** A week, one day below the other: a thread of each day's sky, thick where hours are set. */
export function WeekPicture({ hours, onChange }: WeekPictureProps) {
  const formats = useFormats()
  return (
    <div className="week" style={{ '--sky': `linear-gradient(90deg, ${SKY})` }}>
      <div
        className="week-marks col-start-2 grid grid-cols-4 text-soft text-xs tabular-nums"
        dir="ltr"
        aria-hidden="true"
        translate="no"
      >
        {MARKS.map((hour) => (
          <span key={hour}>{formats.hour(hour * 60)}</span>
        ))}
      </div>
      <ul className="week-days">
        {DAYS.map((day) => (
          <li key={day} className="week-day">
            <span className="font-medium">{formats.day(day)}</span>
            <div className="week-track" dir="ltr" aria-hidden="true">
              {piecesOf(hours, day).map((piece) => (
                <HoursPiece key={piece.start} piece={piece} />
              ))}
            </div>
            <DayHours day={day} hours={hours} onChange={onChange} formats={formats} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Hours in the picture. Its sky is the part of the day's that is behind it. */
function HoursPiece({ piece: { start, end } }: { piece: Piece }) {
  const length = end - start
  const position = length === DAY_MINUTES ? 0 : (start / (DAY_MINUTES - length)) * 100
  return (
    <span
      className="week-piece"
      style={{
        left: `${(start / DAY_MINUTES) * 100}%`,
        width: `${(length / DAY_MINUTES) * 100}%`,
        backgroundSize: `${(DAY_MINUTES / length) * 100}% 100%`,
        backgroundPosition: `${position}% 0`,
      }}
    />
  )
}

type Formats = ReturnType<typeof useFormats>
type DayHoursProps = WeekPictureProps & { day: number; formats: Formats }

/** The same hours as fields, and a button for more. */
function DayHours({ day, hours, onChange, formats }: DayHoursProps) {
  const t = useAccountText()
  const add = useRef<HTMLButtonElement>(null)
  const free = freeHours(hours, day)
  const own = hours.filter((each) => each.day === day)

  function remove(removed: Hours) {
    // The button that has the focus is about to disappear.
    add.current?.focus()
    onChange(hours.filter((each) => each !== removed))
  }

  return (
    <>
      <button
        ref={add}
        type="button"
        className="icon-button -ms-2"
        aria-label={t('availability.add', { day: formats.dayName(day) })}
        aria-disabled={free === undefined}
        onClick={() => free && onChange([...hours, free])}
      >
        <PlusIcon isSmall />
      </button>
      <div className="col-start-2 flex flex-wrap items-center gap-x-3 gap-y-1" dir="ltr">
        {own.map((each, index) => (
          <HoursFields
            key={index}
            hours={each}
            formats={formats}
            onChange={(changed) => onChange(hours.map((other) => (other === each ? changed : other)))}
            onRemove={() => remove(each)}
          />
        ))}
      </div>
    </>
  )
}

type HoursFieldsProps = {
  hours: Hours
  formats: Formats
  onChange: (hours: Hours) => void
  onRemove: () => void
}

function HoursFields({ hours, formats: { dayName, time }, onChange, onRemove }: HoursFieldsProps) {
  const t = useAccountText()
  const id = useId()
  const { from, to } = hours
  const day = dayName(hours.day)
  const end = toMinutes(to) <= toMinutes(from) ? t('availability.nextDay', { time: time(to) }) : time(to)
  const range = t('meet.range', { start: time(from), end })
  return (
    <div className="week-range flex min-w-0 flex-wrap items-center gap-1">
      <TimeInput
        label={t('availability.from', { day })}
        value={from}
        describedBy={id}
        onChange={(from) => onChange({ ...hours, from })}
      />
      <span aria-hidden="true">–</span>
      <TimeInput
        label={t('availability.to', { day })}
        value={to}
        describedBy={id}
        onChange={(to) => onChange({ ...hours, to: to === '00:00' ? '24:00' : to })}
      />
      <button
        type="button"
        className="icon-button"
        aria-label={t('availability.remove', { day, range })}
        onClick={onRemove}
      >
        <CloseIcon isSmall />
      </button>
      {/* The browser writes times in its own language and clock. */}
      <span id={id} dir="auto" className="text-muted text-sm">
        {range}
      </span>
    </div>
  )
}

type TimeInputProps = {
  label: string
  value: string
  describedBy: string
  onChange: (value: string) => void
}

/** A time of day, `HH:MM`. */
function TimeInput({ label, value, describedBy, onChange }: TimeInputProps) {
  return (
    <input
      type="time"
      step={900}
      className="min-h-9 min-w-14 rounded-lg border border-edge bg-raised px-2 text-center text-ink text-sm tabular-nums focus:border-accent focus:outline-2 focus:-outline-offset-1 focus:outline-accent pointer-coarse:min-h-11"
      aria-label={label}
      aria-describedby={describedBy}
      value={value === '24:00' ? '00:00' : value}
      // Empty while it is incomplete.
      onChange={({ target }) => target.value !== '' && onChange(target.value)}
    />
  )
}

function useFormats() {
  const times = useTimes()
  const dayOf = (day: number) => MONDAY_MS + day * DAY_MS
  return {
    day: (day: number) => times.date(dayOf(day), SHORT),
    dayName: (day: number) => times.date(dayOf(day), LONG),
    hour: (minute: number) => times.hour(minute * MINUTE_MS),
    /** Of `HH:MM`. */
    time: (clock: string) => times.time(toMinutes(clock) * MINUTE_MS),
  }
}
