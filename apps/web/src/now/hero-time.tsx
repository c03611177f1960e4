import { formatOffset } from '@timezone-registry/zones/offset'
import { useLayoutEffect, useRef } from 'react'
import { setText, useDrawn, useIsNow } from '../axis/axis.tsx'
import { wearSky } from '../clock/sky.ts'
import { useNextChange } from '../clock/use-next-change.ts'
import { useNow } from '../clock/use-now.ts'
import { localAt, offsetAt, wallAt, type ZoneClock } from '../clock/zone-clock.ts'
import { useTimes } from '../texts/use-text.tsx'
import { useMedia } from '../ui/use-media.ts'
import type { SkyOver } from '../zones/sky-over.ts'

type HeroTimeProps = { clock: ZoneClock; skyOver: SkyOver }

const DATE = { weekday: 'long', day: 'numeric', month: 'long' } as const

/** `14:12`, `Saturday 21 November · UTC+1`, and the next clock change. */
export function HeroTime({ clock, skyOver }: HeroTimeProps) {
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
