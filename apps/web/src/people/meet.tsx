import { type CSSProperties, type PointerEvent, useId, useMemo, useRef } from 'react'
import { useMinute } from '../clock/use-now.ts'
import { inZone } from '../clock/zone-time.ts'
import { useLocale, useTexts } from '../texts/use-texts.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { type Day, dayIn, marksOf, momentAt, nextGoodStep, stepOf, stretchesOf } from './day-band.ts'
import type { Person } from './use-people.ts'

type MeetProps = {
  /** The reader first; each with a zone. */
  people: Person[]
  /** Undefined: now. */
  at: Temporal.Instant | undefined
  onChoose: (at: Temporal.Instant) => void
}

/** The days of several people, one below the other along the reader's own, and a moment read in everybody's time. */
export function Meet({ people, at, onChoose }: MeetProps) {
  const id = useId()
  const texts = useTexts()
  const locale = useLocale()
  const now = useMinute()
  const bands = useRef<HTMLDivElement>(null)
  const known = people.filter(({ timezone }) => timezone !== undefined && inZone(timezone, now) !== undefined)
  const zones = known.map(({ timezone }) => timezone ?? 'UTC')
  const mine = zones[0] ?? 'UTC'
  const chosen = at ?? now
  const date = chosen.toZonedDateTimeISO(mine).toPlainDate()
  const day = useMemo(() => dayIn(mine, Temporal.PlainDate.from(date.toString())), [mine, date.toString()])
  const step = stepOf(day, chosen)
  const moment = momentAt(day, step)
  const good = nextGoodStep(zones, day, step)
  const timeFor = (timezone: string) =>
    moment.toLocaleString(locale, {
      timeZone: timezone,
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      hour: 'numeric',
      minute: '2-digit',
    })

  function drag(event: PointerEvent<HTMLDivElement>) {
    const box = bands.current?.getBoundingClientRect()
    if (box === undefined || event.buttons === 0) return
    const part = (event.clientX - box.left) / box.width
    onChoose(momentAt(day, Math.min(Math.max(Math.floor(part * day.steps), 0), day.steps - 1)))
  }

  function changeDay(text: string) {
    if (text === '') return
    const other = dayIn(mine, Temporal.PlainDate.from(text))
    onChoose(momentAt(other, Math.max(Math.min(step, other.steps - 1), 0)))
  }

  return (
    <section className="card mt-5" aria-labelledby={`${id}-heading`}>
      <h2 id={`${id}-heading`} className="mb-3 font-bold text-lg">
        {texts.meet.heading}
      </h2>
      <div className="flex flex-wrap items-end gap-3">
        <label className="block">
          <span className="mb-1 block font-medium">{texts.meet.day}</span>
          <input
            type="date"
            className="field w-44"
            value={date.toString()}
            onChange={(event) => changeDay(event.target.value)}
          />
        </label>
        <button
          type="button"
          className="button button-plain"
          disabled={good === undefined}
          onClick={() => good !== undefined && onChoose(momentAt(day, good))}
        >
          {texts.meet.suggest}
        </button>
        {good === undefined && <p className="text-muted text-sm">{texts.meet.noneGood}</p>}
      </div>
      <div className="mt-5 grid gap-3" onPointerDown={drag} onPointerMove={drag}>
        <div ref={bands} className="relative cursor-ew-resize touch-pan-y select-none space-y-2">
          {known.map(({ id, name, timezone = 'UTC' }) => (
            <Band key={id} name={name} timezone={timezone} day={day} />
          ))}
          <div
            className="pointer-events-none absolute inset-y-0 w-0.5 bg-slate-900 dark:bg-white"
            style={{ left: `${((step + 0.5) / day.steps) * 100}%` }}
          />
        </div>
      </div>
      <label className="mt-2 block">
        <span className="mb-1 block font-medium">{texts.meet.moment}</span>
        <input
          type="range"
          className="w-full accent-indigo-600"
          min={0}
          max={day.steps - 1}
          value={step}
          aria-valuetext={timeFor(mine)}
          onChange={(event) => onChoose(momentAt(day, Number(event.target.value)))}
        />
      </label>
      <Legend />
      <ul className="mt-4 space-y-1" aria-live="polite">
        {known.map(({ id, name, timezone = 'UTC' }) => (
          <li key={id} className="flex justify-between gap-4">
            <span className="truncate">{name}</span>
            <span className="shrink-0 font-medium tabular-nums">{timeFor(timezone)}</span>
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-3">
        <CopyButton
          text={() =>
            known
              .map(({ name, timezone = 'UTC' }) => `${timeFor(timezone)} ${texts.meet.inTime(name)}`)
              .join('\n')
          }
        >
          {texts.meet.copyText}
        </CopyButton>
        <CopyButton text={() => `<t:${Math.floor(moment.epochMilliseconds / 1000)}:F>`}>
          {texts.meet.copyDiscord}
        </CopyButton>
      </div>
    </section>
  )
}

function Band({ name, timezone, day }: { name: string; timezone: string; day: Day }) {
  const texts = useTexts()
  const stretches = useMemo(() => stretchesOf(timezone, day), [timezone, day])
  const marks = useMemo(() => marksOf(timezone, day), [timezone, day])
  return (
    <div role="img" aria-label={texts.meet.bandOf(name)}>
      <p className="truncate text-sm">{name}</p>
      <div className="relative h-7 overflow-hidden rounded">
        {stretches.map(({ from, to, quality }) => (
          <div key={from} className={`band band-${quality}`} style={span(from, to)} />
        ))}
        {marks.map(({ at, hour }) => (
          <span key={at} className="band-mark" style={{ left: `${at * 100}%` }}>
            {hour}
          </span>
        ))}
      </div>
    </div>
  )
}

function Legend() {
  const { meet } = useTexts()
  const entries = [
    ['good', meet.legendGood],
    ['okay', meet.legendOkay],
    ['night', meet.legendNight],
  ] as const
  return (
    <p className="mt-2 flex flex-wrap gap-4 text-muted text-sm">
      {entries.map(([quality, text]) => (
        <span key={quality} className="inline-flex items-center gap-2">
          <span className={`relative inline-block h-4 w-6 rounded band-${quality}`} />
          {text}
        </span>
      ))}
    </p>
  )
}

function span(from: number, to: number): CSSProperties {
  return { left: `${from * 100}%`, width: `${(to - from) * 100}%` }
}
