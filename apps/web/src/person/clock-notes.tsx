import { describeDifference, describeMinutes } from '../clock/amounts.ts'
import type { DayState } from '../clock/day-state.ts'
import { useNextChange } from '../clock/use-next-change.ts'
import { useMinute } from '../clock/use-now.ts'
import { useServiceClocks } from '../clock/use-service-clocks.tsx'
import { zoneClock } from '../clock/zone-clock.ts'
import { inZone, offsetMinutes } from '../clock/zone-time.ts'
import type { Texts } from '../texts/en.ts'
import { useLocale, useTexts } from '../texts/use-texts.tsx'
import { nextSleepChange, SLEEP_HORIZON_MS } from './sleep-change.ts'
import { useAvailabilityNow } from './use-availability-now.ts'

const SOON_MINUTES = 24 * 60

type ClockNotesProps = {
  id: string
  zone: string
  /** The reader's own zone, if it is known. */
  mine: string | undefined
  isOwn: boolean
}

/** The day there, how far it is from the reader's clock, whether they are available or likely awake, and the next clock change. */
export function ClockNotes({ id, zone, mine, isOwn }: ClockNotesProps) {
  const texts = useTexts()
  const locale = useLocale()
  const now = useMinute()
  const clocks = useServiceClocks()
  const there = inZone(zone, now, clocks)
  const nextChange = useNextChange(zone)
  const own = mine === undefined ? undefined : offsetMinutes(mine, now, clocks)
  if (there === undefined) return null
  const day = there.toPlainDate().toLocaleString(locale, { weekday: 'long', day: 'numeric', month: 'long' })
  const difference = (offsetMinutes(zone, now, clocks) ?? 0) - (own ?? 0)
  const isCompared = !isOwn && own !== undefined
  return (
    <div className="mt-3 space-y-1">
      <p className="sm:text-lg">{isCompared ? `${day} · ${describeDifference(difference, texts)}` : day}</p>
      {!isOwn && <State id={id} zone={zone} />}
      <p className="text-muted">{nextChange}</p>
    </div>
  )
}

/** What they have said about it; otherwise what is likely at their local time. */
function State({ id, zone }: { id: string; zone: string }) {
  const texts = useTexts()
  const now = useMinute().epochMilliseconds
  const availability = useAvailabilityNow(id)
  if (availability === undefined) return <Awake zone={zone} />
  const { state, until } = availability
  const minutes = until ? Math.ceil((Date.parse(until) - now) / 600_000) * 10 : 0
  return <p className="text-muted">{describeAvailability(state, minutes, texts)}</p>
}

/** `minutes` is 0 if it is not known until when. */
function describeAvailability(state: 'available' | 'away', minutes: number, texts: Texts): string {
  const { available, availableFor, away, awayFor } = texts.person
  const isSoon = minutes > 0 && minutes <= SOON_MINUTES
  const amount = describeMinutes(minutes, texts)
  if (state === 'available') return isSoon ? availableFor(amount) : available
  return isSoon ? awayFor(amount) : away
}

function Awake({ zone }: { zone: string }) {
  const texts = useTexts()
  const now = useMinute().epochMilliseconds
  const clock = zoneClock(zone, { from: now, until: now + SLEEP_HORIZON_MS }, useServiceClocks())
  if (clock === undefined) return null
  const { state, minutes } = nextSleepChange(clock, now)
  return <p className="text-muted">{describeSleep(state, minutes, texts)}</p>
}

function describeSleep(state: DayState, minutes: number, texts: Texts): string {
  const { person } = texts
  const amount = describeMinutes(minutes, texts)
  if (state === 'asleep') return person.wakes(amount)
  if (state === 'winding-down') return person.windingDown(amount)
  return minutes <= 3 * 60 ? person.awakeUntil(amount) : person.awake
}
