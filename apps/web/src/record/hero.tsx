import { type ReactNode, Suspense } from 'react'
import { describeFromUtc } from '../clock/amounts.ts'
import { ClockText } from '../clock/clock-text.tsx'
import { OutdatedZones } from '../clock/outdated-zones.tsx'
import { useNextChange } from '../clock/use-next-change.ts'
import { useMinute } from '../clock/use-now.ts'
import { usePageSky } from '../clock/use-page-sky.ts'
import { useServiceClocks } from '../clock/use-service-clocks.tsx'
import { inZone, offsetMinutes } from '../clock/zone-time.ts'
import { useLocale, useTexts } from '../texts/use-texts.tsx'
import { lazyWithRetry } from '../ui/lazy-with-retry.ts'
import { useCityOf } from '../zones/use-city-of.ts'
import { SkyArc } from './sky-arc.tsx'

// Decoration: without it, the place is the city alone.
const CountrySuffix = lazyWithRetry(() =>
  import('../zones/country-suffix.tsx').then(
    ({ CountrySuffix }) => CountrySuffix,
    () => () => null,
  ),
)

type HeroProps = {
  timezone: string
  /** What the zone is: detected, chosen or saved. */
  label: string
  /** What can be done about it. */
  children: ReactNode
}

/** A zone under its own sky: where, what time, and what its clock does. */
export function Hero({ timezone, label, children }: HeroProps) {
  usePageSky(timezone)
  const cityOf = useCityOf()
  return (
    <div className="hero">
      <div className="page hero-columns">
        <div className="min-w-0">
          <p className="text-muted text-sm">{label}</p>
          <p className="font-semibold text-xl tracking-tight wrap-anywhere">
            <span data-testid="chosen-zone">{cityOf(timezone)}</span>
            <Suspense>
              <CountrySuffix timezone={timezone} />
            </Suspense>
          </p>
          <ClockText timezone={timezone} className="hero-clock mt-3" />
          <Details timezone={timezone} />
          {children}
        </div>
        <SkyArc timezone={timezone} />
      </div>
    </div>
  )
}

/** `Saturday 21 November · 1 h ahead of UTC`, and the next clock change. */
function Details({ timezone }: { timezone: string }) {
  const texts = useTexts()
  const locale = useLocale()
  const now = useMinute()
  const clocks = useServiceClocks()
  const there = inZone(timezone, now, clocks)
  const nextChange = useNextChange(timezone, true)
  if (there === undefined) return <p className="mt-3">{texts.zone.unknownHere}</p>
  const offset = offsetMinutes(timezone, now, clocks) ?? 0
  const date = there.toPlainDate().toLocaleString(locale, { weekday: 'long', day: 'numeric', month: 'long' })
  return (
    <div className="mt-3 space-y-1">
      <p title={timezone}>{`${date} · ${describeFromUtc(offset, texts)}`}</p>
      <p className="text-muted text-sm">{nextChange}</p>
      <OutdatedZones timezones={[timezone]} at={now} />
    </div>
  )
}
