import { useMemo } from 'react'
import { type Availability, type Days, daysOf, hasHours } from '../clock/days.ts'
import { DAY_MS, type Span, spanAround } from '../clock/span.ts'
import { useMinute } from '../clock/use-now.ts'
import { useServiceClocks } from '../clock/use-service-clocks.tsx'
import { localAt, wallAt, type ZoneClock, zoneClock } from '../clock/zone-clock.ts'
import { Ribbon } from '../ribbon/ribbon.tsx'
import type { PersonInZone } from '../selection/use-people.ts'
import { useTimes, useViewText } from '../texts/use-text.tsx'

const WEEKDAY = { weekday: 'short' } as const

type TwoDaysProps = {
  person: PersonInZone
  mine: string
  /** What the reader has said about when they are available. */
  said: Availability | undefined
}

/** Their day above the reader's, twelve hours before and after now, and when both are awake or available. */
export function TwoDays({ person: { name, timezone, availability }, mine, said }: TwoDaysProps) {
  const t = useViewText()
  const now = useMinute()
  const theirs = useDays(timezone, now, availability)
  const own = useDays(mine, now, said)
  const format = useFormat()
  if (theirs === undefined || own === undefined) return null
  const both = nextBothAwake([theirs.days, own.days], now)
  const isKnown = [theirs, own].every(({ days }) => hasHours(days.said))
  return (
    <div className="two-days">
      <div className="two-days-ribbons mb-3 grid grid-cols-1 gap-3">
        <Day label={name} time={format(now, theirs.clock)} {...theirs} now={now} />
        <Day label={t('list.me')} time={format(now, own.clock)} {...own} now={now} />
      </div>
      {both && (
        <p>
          {t(isKnown ? 'person.bothAvailable' : 'person.bothAwake', {
            from: format(both.from, own.clock, now),
            to: format(both.until, own.clock),
          })}
        </p>
      )}
    </div>
  )
}

function useDays(timezone: string, now: number, said: Availability | undefined) {
  const service = useServiceClocks()
  return useMemo(() => {
    const around = aroundNow(now)
    const clock = zoneClock(timezone, around, service)
    return clock && { clock, days: daysOf(clock, around, said) }
  }, [timezone, now, service, said])
}

type DayProps = { label: string; time: string; clock: ZoneClock; days: Days; now: number }

function Day({ label, time, clock, days, now }: DayProps) {
  const span = useMemo(() => spanAround(now), [now])
  return (
    <div>
      <p className="mb-1 flex justify-between gap-8 text-sm">
        <bdi className="max-w-[calc(50%-16px)] truncate font-medium">{label}</bdi>
        <span translate="no" className="tabular-nums">
          {time}
        </span>
      </p>
      <Ribbon clock={clock} span={span} awake={days.awake} />
    </div>
  )
}

/** Formats a moment by a clock: `7:00`, or `7:00 (Fri)` where that is on a later day than another moment. */
function useFormat(): (at: number, clock: ZoneClock, today?: number) => string {
  const times = useTimes()
  return (at, clock, today = at) => {
    const time = times.time(wallAt(clock, at))
    if (localAt(clock, at).day <= localAt(clock, today).day) return time
    return `${time} (${times.date(wallAt(clock, at), WEEKDAY)})`
  }
}

/** What the clocks and days must cover for {@link nextBothAwake}. */
export function aroundNow(now: number): Span {
  return { from: now - DAY_MS, until: now + 2 * DAY_MS }
}

/**
 * The next time for which two people are both awake: from before now if they are now. Undefined if there is none within
 * a day; where it does not end, it is a day long.
 */
export function nextBothAwake([one, other]: readonly [Days, Days], now: number): Span | undefined {
  const both = one.awake.flatMap((mine) =>
    other.awake.map((theirs) => ({
      from: Math.max(mine.from, theirs.from, now - DAY_MS),
      until: Math.min(mine.until, theirs.until),
    })),
  )
  const next = both.find(({ from, until }) => from < until && until > now)
  if (next === undefined || next.from > now + DAY_MS) return undefined
  return { from: next.from, until: Math.min(next.until, next.from + DAY_MS) }
}
