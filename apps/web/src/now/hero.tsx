import { heroSkyAt } from '@timezone-registry/zones/hero-sky'
import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { useAxis } from '../axis/axis.tsx'
import { usePageSky } from '../clock/sky.ts'
import { useServiceClocks } from '../clock/use-service-clocks.tsx'
import { zoneClock } from '../clock/zone-clock.ts'
import { useCityOf, useText } from '../texts/use-text.tsx'
import { optionalPart } from '../ui/lazy-part.tsx'
import { loadWithRetry } from '../ui/load-with-retry.ts'
import type { SkyOver } from '../zones/sky-over.ts'
import { HeroTime } from './hero-time.tsx'

// After what the first picture needs. Without the sun, the time is still right.
const HeroAxis = optionalPart(async () => {
  await whenIdle()
  return (await import('./hero-axis.tsx')).HeroAxis
})

// Decoration: without it, the place is the city alone.
const CountrySuffix = optionalPart(async () => (await import('../zones/use-place-of.tsx')).CountrySuffix)

/** Resolves once the page is drawn. */
function whenIdle(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
}

type HeroProps = {
  timezone: string
  /** What the zone is: detected, chosen or saved. */
  label: string
  /** What can be done about it. */
  children: ReactNode
}

/** A zone under its own sky at the time shown: where, what time, what its clock does, and the axis. */
export function Hero({ timezone, label, children }: HeroProps) {
  const skyOver = useSkyOver(timezone)
  usePageSky(timezone, skyOver)
  const t = useText()
  const cityOf = useCityOf()
  const { span } = useAxis()
  const service = useServiceClocks()
  const clock = useMemo(() => zoneClock(timezone, span, service), [timezone, span, service])
  return (
    <div className="hero">
      <div className="page @container">
        <div className="hero-columns grid gap-y-4 pt-6 @min-[56rem]:pt-7 print:pb-6">
          {/* Before the light of the sun. */}
          <div className="hero-text relative z-10 @min-[56rem]:pb-8">
            <p className="hero-label text-muted text-sm">{label}</p>
            <p className="hero-place wrap-anywhere font-semibold text-lg tracking-tight in-[.hero-first]:text-[1.75rem]/9">
              <span data-testid="chosen-zone">{cityOf(timezone)}</span>
              <Suspense>
                <CountrySuffix timezone={timezone} />
              </Suspense>
            </p>
            {clock ? (
              <HeroTime clock={clock} skyOver={skyOver} />
            ) : (
              <p className="mt-3">{t('zone.unknownHere')}</p>
            )}
            {children}
          </div>
          <div className="hero-axis">
            {clock && (
              <Suspense>
                <HeroAxis clock={clock} />
              </Suspense>
            )}
          </div>
        </div>
      </div>
    </div>
  )
}

const byClock: SkyOver = ({ hour }) => heroSkyAt(hour)

/** The sky over the place of a zone; by its clock until the places have loaded, which nothing waits for. */
function useSkyOver(timezone: string): SkyOver {
  const [loaded, setLoaded] = useState<{ skyOver: (timezone: string) => SkyOver }>()
  useEffect(() => {
    loadWithRetry(() => import('../zones/sky-over.ts')).then(setLoaded, () => {})
  }, [])
  return useMemo(() => loaded?.skyOver(timezone) ?? byClock, [loaded, timezone])
}
