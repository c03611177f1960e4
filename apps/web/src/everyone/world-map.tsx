import { worldMap } from 'virtual:world-map'
import { skyAt } from '@timezone-registry/zones/sky'
import { type ComponentProps, memo } from 'react'
import { toCss } from '../clock/sky.ts'
import { useMinute } from '../clock/use-now.ts'
import { useServiceClocks } from '../clock/use-service-clocks.tsx'
import { offsetMinutes } from '../clock/zone-time.ts'
import './world-map.css'

const DAY_MINUTES = 24 * 60
const SEA = `M0 0H${worldMap.width}V${worldMap.height}H0Z${worldMap.land}`

/** The zones of the map, from west to east. */
export const MAP_ZONES = worldMap.zones
/** The size of the map in its own units. */
export const { width: MAP_WIDTH, height: MAP_HEIGHT } = worldMap

type WorldMapProps = ComponentProps<'svg'> & {
  /** What the map shows, for screen readers. */
  label: string
}

/**
 * The land of the world, each zone in the colour of its sky now. The children are in the map's units, above the land.
 * Reachable by Tab; keys and pointers are up to the caller.
 */
export function WorldMap({ label, className = '', children, ...svg }: WorldMapProps) {
  return (
    <svg
      viewBox={`0 0 ${MAP_WIDTH} ${MAP_HEIGHT}`}
      role="application"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: Arrow keys go from zone to zone.
      tabIndex={0}
      className={`map ${className}`}
      {...svg}
    >
      <Skies />
      {children}
    </svg>
  )
}

/** Renders again each minute only. */
const Skies = memo(function Skies() {
  const now = useMinute()
  const clocks = useServiceClocks()
  const utc = now.epochMilliseconds / 60_000
  return (
    <g>
      {MAP_ZONES.map(({ zone, area }) => {
        const offset = offsetMinutes(zone, now, clocks)
        if (area === '' || offset === undefined) return null
        const hour = ((utc + offset) % DAY_MINUTES) / 60
        return <path key={zone} d={area} className="map-area" style={{ color: toCss(skyAt(hour)) }} />
      })}
      <path d={SEA} fillRule="evenodd" className="map-sea" />
      <path d={worldMap.land} className="map-coast" />
    </g>
  )
})
