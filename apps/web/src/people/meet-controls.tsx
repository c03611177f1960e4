import { useMemo } from 'react'
import { useTexts } from '../texts/use-texts.tsx'
import { type Day, dayIn, momentAt, nextGoodMoment, stepOf } from './day-band.ts'

type MeetControlsProps = {
  /** Everybody's, the reader's first. */
  zones: string[]
  day: Day
  moment: Temporal.Instant
  /** The next time that suits everyone is later than this. */
  after: Temporal.Instant
  onChoose: (at: Temporal.Instant) => void
}

/** Picks the day, or the next time that suits everyone. */
export function MeetControls({ zones, day, moment, after, onChoose }: MeetControlsProps) {
  const { meet } = useTexts()
  const [joined, from] = [zones.join(), after.epochMilliseconds]
  const good = useMemo(
    () => nextGoodMoment(joined.split(','), Temporal.Instant.fromEpochMilliseconds(from)),
    [joined, from],
  )

  function changeDay(text: string) {
    if (text === '') return
    const other = dayIn(zones[0] ?? 'UTC', Temporal.PlainDate.from(text))
    onChoose(momentAt(other, Math.max(Math.min(stepOf(day, moment), other.steps - 1), 0)))
  }

  return (
    <div className="flex flex-wrap items-end gap-3">
      <label className="block min-w-0">
        <span className="mb-1 block font-medium">{meet.day}</span>
        <input
          type="date"
          className="field w-44 max-w-full"
          value={day.date.toString()}
          onChange={(event) => changeDay(event.target.value)}
        />
      </label>
      <button
        type="button"
        className="button button-plain"
        aria-disabled={good === undefined}
        onClick={() => good !== undefined && onChoose(good)}
      >
        {meet.suggest}
      </button>
      <p role="status" className="text-muted text-sm">
        {good === undefined && meet.noneGood}
      </p>
    </div>
  )
}
