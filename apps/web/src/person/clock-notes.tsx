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

type ClockNotesProps = {
  zone: string
  /** The reader's own zone, if it is known. */
  mine: string | undefined
  isOwn: boolean
}

/** The day there, how far it is from the reader's clock, whether they are likely awake, and the next clock change. */
export function ClockNotes({ zone, mine, isOwn }: ClockNotesProps) {
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
      {!isOwn && <Awake zone={zone} />}
      <p className="text-muted">{nextChange}</p>
    </div>
  )
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
