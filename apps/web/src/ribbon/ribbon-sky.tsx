import { skyAt } from '@timezone-registry/zones/sky'
import { toCss } from '../clock/sky.ts'
import { DAY_MINUTES } from '../clock/span.ts'

// SVG mixes colours in sRGB, so the sky's own mixture needs a stop each half an hour.
const SKY_STOPS = 48

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
