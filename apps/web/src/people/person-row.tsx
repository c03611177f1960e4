import { describeDifference } from '../clock/amounts.ts'
import { ClockText } from '../clock/clock-text.tsx'
import { useMinute } from '../clock/use-now.ts'
import { inZone, isLikelyAwake, offsetMinutes, readable } from '../clock/zone-time.ts'
import { useTexts } from '../texts/use-texts.tsx'
import type { Person } from './use-people.ts'

type PersonRowProps = {
  person: Person
  /** The reader's own zone. */
  mine: string | undefined
  isLoading?: boolean
  onRemove?: () => void
}

/** Somebody's time now, how far it is from the reader's, and whether he is likely awake. */
export function PersonRow({ person, mine, isLoading = false, onRemove }: PersonRowProps) {
  const texts = useTexts()
  return (
    <li className="flex min-h-16 items-center gap-3 py-2">
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline justify-between gap-3">
          <p className="truncate font-medium">{person.name}</p>
          {person.timezone !== undefined && (
            <ClockText timezone={person.timezone} withDay className="shrink-0 font-semibold text-lg" />
          )}
        </div>
        <div className="flex flex-wrap justify-between gap-x-3 text-muted text-sm">
          <p className="wrap-anywhere">
            {person.timezone !== undefined
              ? readable(person.timezone)
              : isLoading
                ? texts.record.loading
                : texts.people.missing}
          </p>
          {person.timezone !== undefined && (
            <Difference timezone={person.timezone} mine={mine} isMe={onRemove === undefined} />
          )}
        </div>
      </div>
      {onRemove ? (
        <button
          type="button"
          className="icon-button"
          aria-label={texts.people.remove(person.name)}
          onClick={onRemove}
        >
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
      ) : (
        <span className="size-9 shrink-0" />
      )}
    </li>
  )
}

function Difference({ timezone, mine, isMe }: { timezone: string; mine: string | undefined; isMe: boolean }) {
  const texts = useTexts()
  const now = useMinute()
  const there = inZone(timezone, now)
  const own = mine === undefined ? undefined : offsetMinutes(mine, now)
  if (there === undefined) return <p>{texts.zone.unknownHere}</p>
  const isAwake = isLikelyAwake(there)
  return (
    <p>
      {!isMe &&
        own !== undefined &&
        `${describeDifference((offsetMinutes(timezone, now) ?? 0) - own, texts)}, `}
      <span aria-hidden="true">{isAwake ? '☀ ' : '☾ '}</span>
      {isAwake ? texts.clock.awake : texts.clock.asleep}
    </p>
  )
}
