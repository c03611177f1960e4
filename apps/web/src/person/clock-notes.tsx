import { describeDifference, describeMinutes } from '../clock/amounts.ts'
import { useMinute } from '../clock/use-now.ts'
import { useServiceClocks } from '../clock/use-service-clocks.tsx'
import { zoneClock } from '../clock/zone-clock.ts'
import { inZone, nextClockChange, offsetMinutes } from '../clock/zone-time.ts'
import { useLocale, useTexts } from '../texts/use-texts.tsx'
import { nextSleepChange, SLEEP_HORIZON_MS } from './sleep-change.ts'

type ClockNotesProps = {
  zone: string
  /** The reader's own zone. */
  mine: string
  isOwn: boolean
}

/** The day there, how far it is from the reader's clock, whether they are likely awake, and the next clock change. */
export function ClockNotes({ zone, mine, isOwn }: ClockNotesProps) {
  const texts = useTexts()
  const locale = useLocale()
  const now = useMinute()
  const clocks = useServiceClocks()
  const there = inZone(zone, now, clocks)
  const own = offsetMinutes(mine, now, clocks)
  if (there === undefined) return null
  const day = there.toPlainDate().toLocaleString(locale, { weekday: 'long', day: 'numeric', month: 'long' })
  const difference = (offsetMinutes(zone, now, clocks) ?? 0) - (own ?? 0)
  const isCompared = !isOwn && own !== undefined
  return (
    <div className="mt-3 space-y-1">
      <p className="sm:text-lg">{isCompared ? `${day} · ${describeDifference(difference, texts)}` : day}</p>
      {!isOwn && (
        <p className="text-muted">
          <Awake zone={zone} />
        </p>
      )}
      <p className="text-muted">
        <NextChange zone={zone} />
      </p>
    </div>
  )
}

function Awake({ zone }: { zone: string }) {
  const texts = useTexts()
  const person = useTexts().person
  const now = useMinute().epochMilliseconds
  const clock = zoneClock(zone, { from: now, until: now + SLEEP_HORIZON_MS }, useServiceClocks())
  if (clock === undefined) return null
  const { isAsleep, minutes } = nextSleepChange(clock, now)
  const amount = describeMinutes(minutes, texts)
  if (isAsleep) return person.wakes(amount)
  return minutes <= 3 * 60 ? person.awakeUntil(amount) : person.awake
}

/** `Clocks go back 1 h in 12 days, on Sunday 25 October.` */
function NextChange({ zone }: { zone: string }) {
  const texts = useTexts()
  const locale = useLocale()
  const change = nextClockChange(zone, useMinute(), useServiceClocks())
  if (change === undefined) return texts.clock.noChange
  const date = change.at
    .toPlainDate()
    .toLocaleString(locale, { weekday: 'long', day: 'numeric', month: 'long' })
  const days = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(change.inDays, 'day')
  const describe = change.minutes > 0 ? texts.clock.forward : texts.clock.back
  return describe(describeMinutes(change.minutes, texts), days, date)
}
