import { type CSSProperties, type PointerEvent, useMemo, useRef } from 'react'
import { inkOn, skyAt, toCss } from '../clock/sky.ts'
import { inZone } from '../clock/zone-time.ts'
import { useTexts } from '../texts/use-texts.tsx'
import { type Day, marksOf, momentAt, stepOf, stretchesOf } from './day-band.ts'

const SKY_STOPS = 48

type DayBandsProps = {
  people: { id: string; name: string; timezone: string }[]
  day: Day
  moment: Temporal.Instant
  /** The moment in words, for the slider. */
  description: string
  onChoose: (at: Temporal.Instant) => void
}

/** Everybody's day as a band, with a line at the moment. Drag the line, or move the slider by keyboard. */
export function DayBands({ people, day, moment, description, onChoose }: DayBandsProps) {
  const { meet } = useTexts()
  const bands = useRef<HTMLDivElement>(null)
  const step = stepOf(day, moment)

  function drag({ buttons, clientX }: PointerEvent<HTMLDivElement>) {
    const box = bands.current?.getBoundingClientRect()
    if (box === undefined || buttons === 0) return
    const dragged = Math.floor(((clientX - box.left) / box.width) * day.steps)
    onChoose(momentAt(day, Math.min(Math.max(dragged, 0), day.steps - 1)))
  }

  return (
    <>
      <div className="mt-5" onPointerDown={drag} onPointerMove={drag}>
        <div ref={bands} className="relative cursor-ew-resize touch-pan-y select-none space-y-2">
          {people.map(({ id, name, timezone }) => (
            <Band key={id} name={name} timezone={timezone} day={day} />
          ))}
          <div className="moment-line" style={{ left: `${((step + 0.5) / day.steps) * 100}%` }} />
        </div>
      </div>
      <label className="mt-2 block">
        <span className="mb-1 block font-medium">{meet.moment}</span>
        <input
          type="range"
          className="w-full accent-indigo-600"
          min={0}
          max={day.steps - 1}
          value={step}
          aria-valuetext={description}
          onChange={(event) => onChoose(momentAt(day, Number(event.target.value)))}
        />
      </label>
      <Legend />
    </>
  )
}

function Band({ name, timezone, day }: { name: string; timezone: string; day: Day }) {
  const { meet } = useTexts()
  const stretches = useMemo(() => stretchesOf(timezone, day), [timezone, day])
  const marks = useMemo(() => marksOf(timezone, day), [timezone, day])
  return (
    <div role="img" aria-label={meet.bandOf(name)}>
      <p className="truncate text-sm">{name}</p>
      <div className="relative h-8 overflow-hidden rounded" style={{ backgroundImage: skyOf(timezone, day) }}>
        {stretches.map(({ from, to, part }) => (
          <div key={from} className={`band band-${part}`} style={span(from, to)} />
        ))}
        {marks.map(({ at, hour }) => (
          <span key={at} className="band-mark" style={{ left: `${at * 100}%`, color: inkOn(skyAt(hour)) }}>
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
    ['working', meet.legendGood],
    ['awake', meet.legendOkay],
    ['asleep', meet.legendNight],
  ] as const
  return (
    <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-muted text-sm">
      {entries.map(([part, text]) => (
        <span key={part} className="inline-flex items-center gap-2">
          <span className={`legend-mark band-${part}`} />
          {text}
        </span>
      ))}
    </p>
  )
}

/** The sky of a zone along the reader's day, as a CSS gradient. */
function skyOf(timezone: string, day: Day): string {
  const colours = Array.from({ length: SKY_STOPS + 1 }, (_, stop) => {
    const there = inZone(timezone, momentAt(day, Math.round((stop / SKY_STOPS) * day.steps)))
    return toCss(skyAt(there === undefined ? 12 : there.hour + there.minute / 60))
  })
  return `linear-gradient(to right in oklab, ${colours.join(', ')})`
}

function span(from: number, to: number): CSSProperties {
  return { left: `${from * 100}%`, width: `${(to - from) * 100}%` }
}
