import { toClock, toMinutes } from '@timezone-registry/zones/availability'
import { useTexts } from '../../texts/use-texts.tsx'
import { DAY_MINUTES, STEP_MINUTES } from './week-model.ts'

const TIMES = Array.from({ length: DAY_MINUTES / STEP_MINUTES }, (_, step) => toClock(step * STEP_MINUTES))
const [MIDNIGHT = '', ...LATER] = TIMES

type HoursFieldProps = {
  label: string
  value: string
  /** When the hours begin, if this is where they end: what is not after it is on the next day. */
  from?: string
  /** Writes `HH:MM` as the reader does. */
  time: (clock: string) => string
  onChoose: (value: string) => void
}

/** When some hours begin or end. */
export function HoursField({ label, value, from, time, onChoose }: HoursFieldProps) {
  const { nextDay } = useTexts().availability
  const times = from === undefined ? TIMES : [...LATER, '24:00']
  // A program may have saved other minutes.
  const choices = times.includes(value) ? times : [...times, value]
  const sorted = choices.toSorted((a, b) => orderOf(a, from) - orderOf(b, from))
  return (
    <select
      className="select week-time"
      aria-label={label}
      value={value}
      onChange={({ target }) => onChoose(target.value)}
    >
      {sorted.map((choice) => (
        <option key={choice} value={choice}>
          {orderOf(choice, from) > DAY_MINUTES
            ? nextDay(time(choice))
            : time(choice === '24:00' ? MIDNIGHT : choice)}
        </option>
      ))}
    </select>
  )
}

function orderOf(clock: string, from: string | undefined): number {
  const minutes = toMinutes(clock)
  return from !== undefined && minutes <= toMinutes(from) ? minutes + DAY_MINUTES : minutes
}
