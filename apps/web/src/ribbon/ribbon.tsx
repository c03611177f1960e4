import { RIBBON_HEIGHT, ribbonPath } from '@timezone-registry/zones/ribbon-path'
import { skyAt } from '@timezone-registry/zones/sky'
import { memo, useMemo } from 'react'
import { toCss } from '../clock/sky.ts'
import type { Span } from '../clock/span.ts'
import type { ZoneClock } from '../clock/zone-clock.ts'
import { useLocale } from '../texts/use-texts.tsx'
import { rangesIn, ribbonParts, writtenHours } from './ribbon-shape.ts'
import './ribbon.css'

const DAY_MINUTES = 24 * 60
// SVG mixes colours in sRGB, so the sky's own mixture needs a stop each half an hour.
const SKY_STOPS = 48
const OUTLINE = 1

type RibbonProps = { clock: ZoneClock; span: Span; awake: readonly Span[] }

/**
 * A span of time as a ribbon of its own sky, at the clock of a zone: thick while somebody is awake or available, a thread
 * while they are not. Left to right in every language, as the axis is. Its colours are those of {@link RibbonSky}.
 */
export const Ribbon = memo(function Ribbon({ clock, span, awake }: RibbonProps) {
  const locale = useLocale()
  const format = useMemo(() => createHourFormatter(locale), [locale])
  const parts = ribbonParts(clock, span)
  const minutes = (span.until - span.from) / 60_000
  return (
    <svg className="ribbon" direction="ltr" aria-hidden="true">
      {parts.map((part) => (
        <svg
          key={part.from}
          x={`${part.from * 100}%`}
          width={`${(part.to - part.from) * 100}%`}
          viewBox={`${part.minute} ${-RIBBON_HEIGHT / 2 - OUTLINE} ${(part.to - part.from) * minutes} ${RIBBON_HEIGHT + 2 * OUTLINE}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <path d={ribbonPath(rangesIn(part, span, awake))} />
        </svg>
      ))}
      {writtenHours(parts, span, awake).map(({ at, hour, ink }) => (
        <text key={at} x={`${at * 100}%`} y="50%" fill={ink}>
          {format(hour)}
        </text>
      ))}
    </svg>
  )
})

/** The sky of a day, repeated, for all ribbons of the page: it must be on the page once. */
export function RibbonSky() {
  const stops = Array.from({ length: SKY_STOPS + 1 }, (_, stop) => stop / SKY_STOPS)
  return (
    <svg className="ribbon-sky" aria-hidden="true">
      <linearGradient id="ribbon-sky" gradientUnits="userSpaceOnUse" x2={DAY_MINUTES} spreadMethod="repeat">
        {stops.map((stop) => (
          <stop key={stop} offset={stop} stopColor={toCss(skyAt(stop * 24))} />
        ))}
      </linearGradient>
    </svg>
  )
}

/** `18`, or `6` for readers of a 12-hour clock. */
function createHourFormatter(locale: string): (hour: number) => string {
  const format = new Intl.DateTimeFormat(locale, { hour: 'numeric', timeZone: 'UTC' })
  return (hour) => {
    const parts = format.formatToParts(hour * 3_600_000)
    return parts.find(({ type }) => type === 'hour')?.value ?? ''
  }
}
