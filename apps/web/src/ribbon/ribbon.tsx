import { RIBBON_HEIGHT, ribbonPath } from '@timezone-registry/zones/ribbon-path'
import { memo } from 'react'
import type { Span } from '../clock/span.ts'
import type { ZoneClock } from '../clock/zone-clock.ts'
import { useTimes } from '../texts/use-text.tsx'
import { rangesIn, ribbonParts, writtenHours } from './ribbon-shape.ts'
import './ribbon.css'
import { HOUR_MS, MINUTE_MS } from '../clock/units.ts'

const OUTLINE = 1

type RibbonProps = { clock: ZoneClock; span: Span; awake: readonly Span[] }

/**
 * A span of time as a ribbon of its own sky, at the clock of a zone: thick while somebody is awake or available, a thread
 * while they are not. Left to right in every language, as the axis is. Its colours are those of `RibbonSky`.
 */
export const Ribbon = memo(function Ribbon({ clock, span, awake }: RibbonProps) {
  const times = useTimes()
  const parts = ribbonParts(clock, span)
  const minutes = (span.until - span.from) / MINUTE_MS
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
        <text key={at} data-at={at} x={`${at * 100}%`} y="50%" fill={ink}>
          {times.hour(hour * HOUR_MS)}
        </text>
      ))}
    </svg>
  )
})
