import { DURATIONS } from '../selection/use-selection.ts'
import { useViewText } from '../texts/use-text.tsx'

type DurationChoiceProps = { minutes: number; onChoose: (minutes: number) => void }

/** How long the meeting is. */
export function DurationChoice({ minutes, onChoose }: DurationChoiceProps) {
  const t = useViewText()
  return (
    <fieldset className="segments">
      <legend className="sr-only">{t('meet.duration')}</legend>
      {DURATIONS.map((duration) => (
        <label key={duration} className="segment">
          <input
            type="radio"
            name="duration"
            className="sr-only"
            checked={duration === minutes}
            onChange={() => onChoose(duration)}
          />
          {duration < 60 ? t('meet.halfHour') : t('meet.hours', { count: duration / 60 })}
        </label>
      ))}
    </fieldset>
  )
}
