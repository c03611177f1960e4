import { heroSkyAt } from '@timezone-registry/zones/hero-sky'
import { formatOffset } from '@timezone-registry/zones/offset'
import { type ReactNode, Suspense, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { setText, useAxis, useDrawn, useIsNow } from '../axis/axis.tsx'
import { usePageSky, wearSky } from '../clock/sky.ts'
import { useNextChange } from '../clock/use-next-change.ts'
import { useNow } from '../clock/use-now.ts'
import { useServiceClocks } from '../clock/use-service-clocks.tsx'
import { localAt, offsetAt, wallAt, type ZoneClock, zoneClock } from '../clock/zone-clock.ts'
import { useCityOf, useText, useTimes } from '../texts/use-text.tsx'
import { optionalPart } from '../ui/lazy-part.tsx'
import { loadWithRetry } from '../ui/load-with-retry.ts'
import { useMedia } from '../ui/use-media.ts'
import type { SkyOver } from '../zones/sky-over.ts'

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

type HeroTimeProps = { clock: ZoneClock; skyOver: SkyOver }

const DATE = { weekday: 'long', day: 'numeric', month: 'long' } as const

/** `14:12`, `Saturday 21 November · UTC+1`, and the next clock change. */
function HeroTime({ clock, skyOver }: HeroTimeProps) {
  const times = useTimes()
  const hasSeconds = useMedia('(width >= 700px)')
  const nextChange = useNextChange()(clock.timezone)
  const [time, period] = [useRef<HTMLSpanElement>(null), useRef<HTMLElement>(null)]
  const date = useRef<HTMLParagraphElement>(null)
  useDrawn(({ at }) => {
    const local = wallAt(clock, at)
    const text = times.time(local)
    // `PM` is smaller, where it comes last.
    const [, digits, after] = /^([\d:]+)(\D+)$/.exec(text) ?? ['', text, '']
    setText(time.current, digits ?? '')
    setText(period.current, after ?? '')
    setText(date.current, `${times.date(local, DATE)} · ${formatOffset(offsetAt(clock, at))}`)
  })
  useDrawn(({ at, isNow }) =>
    wearSky(isNow ? undefined : skyOver({ at, hour: localAt(clock, at).minute / 60 })),
  )
  // The header has its own colours again in other views.
  useLayoutEffect(() => () => wearSky(undefined), [])
  return (
    <>
      <p className="hero-now mt-1 flex flex-wrap items-baseline gap-x-2 lg:flex-nowrap">
        <time
          translate="no"
          className="hero-clock whitespace-nowrap font-medium leading-none tracking-tighter"
        >
          <span ref={time} />
          <small ref={period} />
        </time>
        {hasSeconds && <Seconds />}
      </p>
      <p ref={date} title={clock.timezone} className="hero-date mt-2" />
      <p className="text-muted text-sm empty:hidden">{nextChange}</p>
    </>
  )
}

/** `07`, while the time is now. */
function Seconds() {
  const seconds = Math.floor(useNow() / 1000) % 60
  if (!useIsNow()) return null
  return (
    <span className="hero-seconds text-(--sky-soft) text-xl tabular-nums" translate="no" aria-hidden="true">
      {String(seconds).padStart(2, '0')}
    </span>
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
