import { useMemo } from 'react'
import { spanAround } from '../clock/span.ts'
import { useMinute } from '../clock/use-now.ts'
import { useServiceClocks } from '../clock/use-service-clocks.tsx'
import { offsetAt, type ZoneClock, zoneClock } from '../clock/zone-clock.ts'
import { createTimeFormatter } from '../clock/zone-time.ts'
import { Ribbon } from '../ribbon/ribbon.tsx'
import { useLocale, useTexts } from '../texts/use-texts.tsx'
import { useCityOf } from '../zones/use-city-of.ts'
import { aroundNow, nextBothAwake } from './both-awake.ts'
import './two-days.css'

type TwoDaysProps = { name: string; zone: string; mine: string }

/** Their day above the reader's, twelve hours before and after now, and when both are awake. */
export function TwoDays({ name, zone, mine }: TwoDaysProps) {
  const texts = useTexts().person
  const cityOf = useCityOf()
  const now = useMinute().epochMilliseconds
  const service = useServiceClocks()
  const format = useFormat()
  const [theirs, own] = useMemo(
    () => [zone, mine].map((timezone) => zoneClock(timezone, aroundNow(now), service)),
    [zone, mine, now, service],
  )
  if (theirs === undefined || own === undefined) return null
  const both = nextBothAwake([theirs, own], now)
  return (
    <div className="two-days">
      <div className="two-days-ribbons">
        <Day label={name} time={format(now, theirs)} timezone={zone} now={now} />
        <Day label={texts.youIn(cityOf(mine))} time={format(now, own)} timezone={mine} now={now} />
      </div>
      {both && <p>{texts.bothAwake(format(both.from, own), format(both.until, own))}</p>}
    </div>
  )
}

type DayProps = { label: string; time: string; timezone: string; now: number }

function Day({ label, time, timezone, now }: DayProps) {
  const service = useServiceClocks()
  const span = useMemo(() => spanAround(now), [now])
  const clock = useMemo(() => zoneClock(timezone, span, service), [timezone, span, service])
  return (
    <div>
      <p className="two-days-label">
        <bdi className="font-medium">{label}</bdi>
        <span translate="no" className="tabular-nums">
          {time}
        </span>
      </p>
      {clock && <Ribbon clock={clock} span={span} />}
    </div>
  )
}

function useFormat(): (at: number, clock: ZoneClock) => string {
  const locale = useLocale()
  return useMemo(() => {
    const format = createTimeFormatter(locale)
    return (at, clock) => format(Temporal.Instant.fromEpochMilliseconds(at), offsetAt(clock, at))
  }, [locale])
}
