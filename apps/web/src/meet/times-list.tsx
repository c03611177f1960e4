import { useTexts } from '../texts/use-texts.tsx'
import { useMeetFormats } from './use-meet-formats.ts'
import type { Participant } from './use-meeting.ts'

type TimesListProps = { people: Participant[]; at: number }

/** The moment in everybody's time. */
export function TimesList({ people, at }: TimesListProps) {
  const texts = useTexts().meet
  const formats = useMeetFormats()
  return (
    <ul className="times" aria-label={texts.times}>
      {people.map(({ id, name, timezone }) => (
        <li key={id}>
          <span className="min-w-0 truncate" dir="auto">
            {name}
          </span>
          <span className="shrink-0 font-medium tabular-nums">{formats.full(at, timezone)}</span>
        </li>
      ))}
    </ul>
  )
}
