import { describeAvailability, describeSleep } from '@timezone-registry/zones/describe-state'
import { nextSleepChange, SLEEP_HORIZON_MS } from '@timezone-registry/zones/sleep-change'
import { describeDifference } from '../clock/amounts.ts'
import { GapChanges } from '../clock/gap-changes.tsx'
import { useNextChange } from '../clock/use-next-change.ts'
import { useMinute } from '../clock/use-now.ts'
import { useServiceClocks } from '../clock/use-service-clocks.tsx'
import { localAt, zoneClock } from '../clock/zone-clock.ts'
import { offsetMinutes } from '../clock/zone-time.ts'
import type { PersonInZone } from '../selection/use-people.ts'
import { useText, useTimes, useViewText } from '../texts/use-text.tsx'

const WEEKDAY = { weekday: 'long' } as const

type ClockNotesProps = {
  person: PersonInZone
  /** The reader's own zone, if it is known. */
  mine: string | undefined
  isOwn: boolean
}

/** The day there, how far it is from the reader's clock, whether they are available or likely awake, and the next clock change. */
export function ClockNotes({ person, mine, isOwn }: ClockNotesProps) {
  const { timezone: zone } = person
  const t = useViewText()
  const times = useTimes()
  const now = useMinute()
  const clocks = useServiceClocks()
  const offset = offsetMinutes(zone, now, clocks)
  const nextChange = useNextChange()(zone)
  const own = mine === undefined ? undefined : offsetMinutes(mine, now, clocks)
  if (offset === undefined) return null
  const day = times.date(now + offset * 60_000, WEEKDAY)
  const difference = offset - (own ?? 0)
  const isCompared = !isOwn && own !== undefined
  return (
    <>
      <p className="person-day">{isCompared ? `${day} · ${describeDifference(difference, t)}` : day}</p>
      <State {...person} />
      <p className="person-state empty:hidden">{nextChange}</p>
      {isCompared && mine !== undefined && (
        <GapChanges people={[person]} mine={mine} className="person-state" />
      )}
    </>
  )
}

/** What they have said about it; otherwise what is likely at their local time. */
function State({ timezone, availability }: PersonInZone) {
  const t = useText()
  const now = useMinute()
  const clock = zoneClock(timezone, { from: now, until: now + SLEEP_HORIZON_MS }, useServiceClocks())
  const { state, until } = availability ?? {}
  if (state !== undefined)
    return <p className="person-state">{describeAvailability({ state, until }, now, t)}</p>
  if (clock === undefined) return null
  const change = nextSleepChange((at) => localAt(clock, at).minute, now)
  return <p className="person-state">{describeSleep(change, t)}</p>
}
