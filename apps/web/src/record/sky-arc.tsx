import { useMinute } from '../clock/use-now.ts'
import { useServiceClocks } from '../clock/use-service-clocks.tsx'
import { createTimeFormatter, inZone } from '../clock/zone-time.ts'
import { useLocale } from '../texts/use-texts.tsx'

const RADIUS = 210
const CENTRE = { x: 250, y: 250 }

/** The sun from 6:00 to 18:00, the moon for the rest, each on its arc from one horizon to the other. */
export function SkyArc({ timezone }: { timezone: string }) {
  const there = inZone(timezone, useMinute(), useServiceClocks())
  const format = createTimeFormatter(useLocale())
  if (there === undefined) return null
  const hour = there.hour + there.minute / 60
  const isDay = hour >= 6 && hour < 18
  const way = ((hour + (isDay ? 18 : 6)) % 24) / 12
  const epoch = Temporal.Instant.fromEpochMilliseconds(0)
  const [rise, top, set] = (isDay ? [6, 12, 18] : [18, 0, 6]).map((hour) => format(epoch, hour * 60))
  const x = CENTRE.x - RADIUS * Math.cos(way * Math.PI)
  const y = CENTRE.y - RADIUS * Math.sin(way * Math.PI)
  return (
    <svg viewBox="0 0 500 285" className="sky-arc" aria-hidden="true">
      <path
        className="sky-arc-way"
        d={`M${CENTRE.x - RADIUS} ${CENTRE.y}a${RADIUS} ${RADIUS} 0 0 1 ${2 * RADIUS} 0`}
      />
      <path className="sky-arc-horizon" d={`M10 ${CENTRE.y}h480`} />
      <g className="sky-arc-hours">
        <text x={CENTRE.x - RADIUS} y="274">
          {rise}
        </text>
        <text x={CENTRE.x} y="24">
          {top}
        </text>
        <text x={CENTRE.x + RADIUS} y="274">
          {set}
        </text>
      </g>
      <g transform={`translate(${x.toFixed(1)} ${y.toFixed(1)})`}>
        <circle r={isDay ? 34 : 26} className={isDay ? 'sky-sun-glow' : 'sky-moon-glow'} />
        {isDay ? (
          <circle r="17" className="sky-sun" />
        ) : (
          <path className="sky-moon" d="M4 -17a17 17 0 1 0 12.5 23A14 14 0 0 1 4 -17Z" />
        )}
      </g>
    </svg>
  )
}
