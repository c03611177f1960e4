import { DURATIONS } from '../selection/use-selection.ts'
import { useViewText } from '../texts/use-text.tsx'

type DurationChoiceProps = { minutes: number; onChoose: (minutes: number) => void }

/** How long the meeting is. */
export function DurationChoice({ minutes, onChoose }: DurationChoiceProps) {
  const t = useViewText()
  const write = useDurationFormat()
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
          {write(duration)}
        </label>
      ))}
    </fieldset>
  )
}

/** `30 min`, `2 hours` */
export function useDurationFormat(): (minutes: number) => string {
  const t = useViewText()
  return (minutes) => (minutes < 60 ? t('meet.halfHour') : t('meet.hours', { count: minutes / 60 }))
}
