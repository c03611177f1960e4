import { describeDifference } from '../clock/amounts.ts'
import { ClockText } from '../clock/clock-text.tsx'
import { useMinute } from '../clock/use-now.ts'
import { cityOf, dayPartAt, inZone, offsetMinutes } from '../clock/zone-time.ts'
import { useTexts } from '../texts/use-texts.tsx'
import type { Person } from './use-people.ts'

type PersonRowProps = {
  person: Person
  /** The reader's own zone; undefined in their own row. */
  mine?: string
  onRemove?: () => void
}

/** Somebody's time now, how far it is from the reader's, and whether they are likely awake. */
export function PersonRow({ person, mine, onRemove }: PersonRowProps) {
  return (
    <li className="flex min-h-16 items-center gap-3 py-2">
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <p className="min-w-0 truncate font-medium">{person.name}</p>
          {person.timezone !== undefined && (
            <ClockText timezone={person.timezone} withDay className="shrink-0 font-semibold text-lg" />
          )}
        </div>
        <Details person={person} mine={mine} />
      </div>
      {onRemove ? (
        <RemoveButton name={person.name} onRemove={onRemove} />
      ) : (
        <span className="size-9 shrink-0" />
      )}
    </li>
  )
}

function Details({ person: { timezone, state }, mine }: { person: Person; mine: string | undefined }) {
  const texts = useTexts()
  if (timezone === undefined) {
    const notes = { missing: texts.people.missing, unchecked: texts.people.unchecked }
    return (
      <p className="text-muted text-sm">
        {state === 'missing' || state === 'unchecked' ? notes[state] : texts.record.loading}
      </p>
    )
  }
  return (
    <div className="flex flex-wrap justify-between gap-x-3 text-muted text-sm">
      <p className="wrap-anywhere" title={timezone}>
        {cityOf(timezone)}
      </p>
      <Difference timezone={timezone} mine={mine} />
    </div>
  )
}

function Difference({ timezone, mine }: { timezone: string; mine: string | undefined }) {
  const texts = useTexts()
  const now = useMinute()
  const there = inZone(timezone, now)
  const own = mine === undefined ? undefined : offsetMinutes(mine, now)
  if (there === undefined) return <p>{texts.zone.unknownHere}</p>
  const isAwake = dayPartAt(there) !== 'asleep'
  return (
    <p>
      {own !== undefined && `${describeDifference((offsetMinutes(timezone, now) ?? 0) - own, texts)}, `}
      <span aria-hidden="true">{isAwake ? '☀ ' : '☾ '}</span>
      {isAwake ? texts.clock.awake : texts.clock.asleep}
    </p>
  )
}

function RemoveButton({ name, onRemove }: { name: string; onRemove: () => void }) {
  const { people } = useTexts()
  return (
    <button type="button" className="icon-button" aria-label={people.remove(name)} onClick={onRemove}>
      <svg
        width="14"
        height="14"
        viewBox="0 0 14 14"
        stroke="currentColor"
        strokeWidth="2"
        aria-hidden="true"
      >
        <path d="M2 2l10 10M12 2L2 12" />
      </svg>
    </button>
  )
}
