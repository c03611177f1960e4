import { describeDifference, describeMinutes } from '../clock/amounts.ts'
import { dayStateAt } from '../clock/day-state.ts'
import { useMinute } from '../clock/use-now.ts'
import { type ClockChange, inZone, nextClockChange, offsetMinutes } from '../clock/zone-time.ts'
import { personEn } from '../texts/person-en.ts'
import { useLocale, useTexts, useViewTexts } from '../texts/use-texts.tsx'
import { toOffsetZone, type usePerson } from './use-person.ts'

type ClockNotesProps = {
  /** The zone for the clock, and its name. */
  zone: string
  canonical: string
  time: ReturnType<typeof usePerson>['time']
  /** The reader's own zone. */
  mine: string
  isOwn: boolean
}

/** The day there, how far it is from the reader's clock, whether they are likely awake, and the next clock change. */
export function ClockNotes({ zone, canonical, time, mine, isOwn }: ClockNotesProps) {
  const texts = useTexts()
  const locale = useLocale()
  const now = useMinute()
  const there = inZone(zone, now)
  const own = offsetMinutes(mine, now)
  if (there === undefined) return null
  const day = there.toPlainDate().toLocaleString(locale, { weekday: 'long', day: 'numeric', month: 'long' })
  const difference = (offsetMinutes(zone, now) ?? 0) - (own ?? 0)
  const isCompared = !isOwn && own !== undefined
  return (
    <div className="mt-3 space-y-1">
      <p className="sm:text-lg">{isCompared ? `${day} · ${describeDifference(difference, texts)}` : day}</p>
      {!isOwn && (
        <p className="text-muted">
          <Awake there={there} />
        </p>
      )}
      <p className="text-muted">
        <NextChange canonical={canonical} time={time} />
      </p>
    </div>
  )
}

const STEP_MINUTES = 30

function Awake({ there }: { there: Temporal.ZonedDateTime }) {
  const texts = useTexts()
  const person = useViewTexts('person', personEn)
  const isAsleep = isAsleepAt(there)
  const isChanged = (minutes: number) => isAsleepAt(there.toPlainDateTime().add({ minutes })) !== isAsleep
  let minutes = 0
  while (!isChanged(minutes) && minutes < 24 * 60) minutes += STEP_MINUTES
  const amount = describeMinutes(Math.max(minutes, STEP_MINUTES), texts)
  if (isAsleep) return person.wakes(amount)
  return minutes <= 3 * 60 ? person.awakeUntil(amount) : person.awake
}

/** `Clocks go back 1 h in 12 days, on Sunday 25 October.` From the service where it has answered. */
function NextChange({ canonical, time }: Pick<ClockNotesProps, 'canonical' | 'time'>) {
  const texts = useTexts()
  const locale = useLocale()
  const now = useMinute()
  const change = time === undefined ? nextClockChange(canonical, now) : changeOf(time, now)
  if (change === undefined) return texts.clock.noChange
  const date = change.at
    .toPlainDate()
    .toLocaleString(locale, { weekday: 'long', day: 'numeric', month: 'long' })
  const days = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(change.inDays, 'day')
  const describe = change.minutes > 0 ? texts.clock.forward : texts.clock.back
  return describe(describeMinutes(change.minutes, texts), days, date)
}

type KnownTime = NonNullable<ClockNotesProps['time']>

/** Undefined once it has happened: the change after it is not known yet. */
function changeOf(
  { utc_offset_seconds, next_transition }: KnownTime,
  now: Temporal.Instant,
): ClockChange | undefined {
  if (next_transition === null) return undefined
  const at = Temporal.Instant.from(next_transition.at)
  if (Temporal.Instant.compare(at, now) <= 0) return undefined
  const zone = toOffsetZone(utc_offset_seconds)
  const [then, today] = [at.toZonedDateTimeISO(zone), now.toZonedDateTimeISO(zone)]
  return {
    at: then,
    minutes: (next_transition.utc_offset_seconds - utc_offset_seconds) / 60,
    inDays: today.toPlainDate().until(then.toPlainDate()).days,
  }
}

function isAsleepAt({ hour, minute }: { hour: number; minute: number }): boolean {
  return dayStateAt(hour * 60 + minute) === 'asleep'
}
