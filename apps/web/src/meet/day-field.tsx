import { useState } from 'react'
import { FIRST_YEAR, LAST_YEAR } from '../selection/use-selection.ts'
import { useTexts } from '../texts/use-texts.tsx'

type DayFieldProps = { date: Temporal.PlainDate; onChoose: (date: Temporal.PlainDate) => void }

/** The day shown, and a way to type or pick another. */
export function DayField({ date, onChoose }: DayFieldProps) {
  const texts = useTexts().meet
  // Keeps what is typed until the field loses the focus: on its way to 2027, the year is 2, which no meeting has.
  const [typed, setTyped] = useState<string>()
  return (
    <input
      type="date"
      className="select"
      aria-label={texts.day}
      min={`${FIRST_YEAR}-01-01`}
      max={`${LAST_YEAR}-12-31`}
      value={typed ?? date.toString()}
      onChange={({ target }) => {
        setTyped(target.value)
        if (target.value !== '' && target.validity.valid) onChoose(Temporal.PlainDate.from(target.value))
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}
