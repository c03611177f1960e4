import { DURATIONS } from '../selection/use-selection.ts'
import { useTexts } from '../texts/use-texts.tsx'

type DurationChoiceProps = { minutes: number; onChoose: (minutes: number) => void }

/** How long the meeting is. */
export function DurationChoice({ minutes, onChoose }: DurationChoiceProps) {
  const texts = useTexts().meet
  const write = useDurationFormat()
  return (
    <fieldset className="segments">
      <legend className="sr-only">{texts.duration}</legend>
      {DURATIONS.map((duration) => (
        <label key={duration} className="segment">
          <input
            type="radio"
            name="duration"
            className="sr-only"
            checked={duration === minutes}
            onChange={() => onChoose(duration)}
          />
          {write(duration)}
        </label>
      ))}
    </fieldset>
  )
}

/** `30 min`, `2 hours` */
export function useDurationFormat(): (minutes: number) => string {
  const texts = useTexts().meet
  return (minutes) => (minutes < 60 ? texts.halfHour : texts.hours(minutes / 60))
}
