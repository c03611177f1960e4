import { toClock, toMinutes } from '@timezone-registry/zones/availability'
import { type KeyboardEvent, useState } from 'react'
import { isComposing } from './is-composing.ts'
import { readTime } from './read-time.ts'

const DAY_MINUTES = 1440
const STEP_MINUTES = 15
/** How far keys move the time, in minutes. */
const KEYS: Record<string, number> = {
  ArrowUp: STEP_MINUTES,
  ArrowDown: -STEP_MINUTES,
  PageUp: 60,
  PageDown: -60,
}

type TimeFieldProps = {
  label: string
  /** `HH:MM`. */
  value: string
  /** What a screen reader says, if it is more than the time. */
  spoken?: string | undefined
  /** Writes `HH:MM` as the reader does. */
  write: (clock: string) => string
  onChange: (value: string) => void
  /** Runs once something has been typed: false if it was no time, and the field shows the one from before again. */
  onRead: (isTime: boolean) => void
  describedBy?: string | undefined
}

/** A time of day, typed as people write it, or moved with the arrow keys. */
export function TimeField(props: TimeFieldProps) {
  const { label, value, spoken, write, onChange, onRead, describedBy } = props
  const [typed, setTyped] = useState<string>()
  const shown = typed ?? write(value)
  const read = typed === undefined ? value : readTime(typed)

  function finish() {
    if (typed === undefined) return
    setTyped(undefined)
    onRead(read !== undefined)
    if (read !== undefined && read !== value) onChange(read)
  }

  function press(event: KeyboardEvent) {
    const by = KEYS[event.key]
    if (isComposing(event) || (by === undefined && event.key !== 'Enter')) return
    if (by === undefined) return finish()
    event.preventDefault()
    setTyped(undefined)
    onChange(move(toMinutes(read ?? value), by))
  }

  return (
    <input
      className="time-field"
      role="spinbutton"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={DAY_MINUTES}
      aria-valuenow={toMinutes(read ?? value)}
      aria-valuetext={typed ?? spoken ?? shown}
      aria-describedby={describedBy}
      autoComplete="off"
      enterKeyHint="done"
      spellCheck={false}
      size={Math.max(shown.length, 5)}
      value={shown}
      onChange={({ target }) => setTyped(target.value)}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onBlur={finish}
      onKeyDown={press}
    />
  )
}

/** The time that many minutes away, on the full quarter that it passes. */
function move(minutes: number, by: number): string {
  const quarter = by > 0 ? Math.floor(minutes / STEP_MINUTES) : Math.ceil(minutes / STEP_MINUTES)
  return toClock((quarter * STEP_MINUTES + by + DAY_MINUTES) % DAY_MINUTES)
}
