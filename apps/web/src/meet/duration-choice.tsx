import { DURATIONS } from '../selection/use-selection.ts'
import { useTexts } from '../texts/use-texts.tsx'

type DurationChoiceProps = { minutes: number; onChoose: (minutes: number) => void }

/** How long the meeting is. */
export function DurationChoice({ minutes, onChoose }: DurationChoiceProps) {
  const texts = useTexts().meet
  return (
    <fieldset className="segments mt-4">
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
          {duration < 60 ? texts.halfHour : texts.hours(duration / 60)}
        </label>
      ))}
    </fieldset>
  )
}
