import { worldMap } from 'virtual:world-map'
import { skyAt } from '@timezone-registry/zones/sky'
import { memo, type PointerEvent, useState } from 'react'
import { ClockText } from '../clock/clock-text.tsx'
import { toCss } from '../clock/sky.ts'
import { useMinute } from '../clock/use-now.ts'
import { useServiceClocks } from '../clock/use-service-clocks.tsx'
import { hourIn } from '../clock/zone-time.ts'
import { useCityOf, useViewText } from '../texts/use-text.tsx'
import './world-map.css'

/** A zone on the map: its city, and its area as an SVG path, which is empty where it is too small. */
type MapZone = { zone: string; x: number; y: number; area: string }

/** In units of the map, without Antarctica. */
const { width, height, land } = worldMap

/** From west to east. */
const zones = readZones()

function readZones(): MapZone[] {
  const [steps = [], heights = [], areas = []] = [worldMap.steps, worldMap.heights, worldMap.areas].map(
    (all) => all.split(','),
  )
  let x = 0
  return worldMap.names.split(',').map((zone, index) => {
    x += Number(steps[index])
    return { zone, x: x / 10, y: Number(heights[index]) / 10, area: areas[index] ?? '' }
  })
}

type CrowdMapProps = {
  /** Most people first. */
  crowds: readonly { zone: string; count: number }[]
}

/** `size` is the dot's diameter on a wide screen, in pixels. */
type Spot = { zone: string; count: number; size: number; x: number; y: number }

const SEA = `M0 0H${width}V${height}H0Z${land}`
// In pixels.
const [LEAST_DOT, MOST_DOT] = [8, 32]
const NEAR = 24

/** The world under its skies, with a dot for each crowd that is a place. A pointer names them, and all are listed below. */
export function CrowdMap({ crowds }: CrowdMapProps) {
  const t = useViewText()
  const [shown, setShown] = useState<Spot>()
  const spots = toSpots(crowds)

  return (
    <div className="map-frame">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={t('picker.map')}
        className="map"
        onPointerMove={(event) => setShown(nearest(spots, event))}
        onPointerDown={(event) => setShown(nearest(spots, event))}
        // A finger leaves when it is lifted.
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setShown(undefined)}
      >
        <Skies />
        {spots.map((spot) => (
          <Dot key={spot.zone} spot={spot} isShown={spot.zone === shown?.zone} />
        ))}
      </svg>
      <div role="status">{shown && <CrowdLabel spot={shown} />}</div>
    </div>
  )
}

/** The land, each zone in the colour of its sky. Renders again each minute only. */
const Skies = memo(function Skies() {
  const now = useMinute()
  const clocks = useServiceClocks()
  return (
    <g>
      {zones.map(({ zone, area }) => {
        const hour = hourIn(zone, now, clocks)
        if (area === '' || hour === undefined) return null
        return <path key={zone} d={area} className="map-area" style={{ color: toCss(skyAt(hour)) }} />
      })}
      <path d={SEA} fillRule="evenodd" className="map-sea" />
      <path d={land} className="map-coast" />
    </g>
  )
})

/** Zones that are nowhere, such as UTC, have none. */
function toSpots(crowds: CrowdMapProps['crowds']): Spot[] {
  const most = crowds[0]?.count ?? 1
  return crowds.flatMap(({ zone, count }) => {
    const place = zones.find((one) => one.zone === zone)
    const size = LEAST_DOT + (MOST_DOT - LEAST_DOT) * Math.sqrt(count / most)
    return place === undefined ? [] : { zone, count, size, x: place.x, y: place.y }
  })
}

function nearest(spots: readonly Spot[], event: PointerEvent<SVGSVGElement>): Spot | undefined {
  const matrix = event.currentTarget.getScreenCTM()
  if (matrix === null) return undefined
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse())
  const pixelsTo = ({ x, y }: Spot) => Math.hypot(x - at.x, y - at.y) * matrix.a
  return spots.filter((spot) => pixelsTo(spot) < NEAR).toSorted((a, b) => pixelsTo(a) - pixelsTo(b))[0]
}

function Dot({ spot: { x, y, size }, isShown }: { spot: Spot; isShown: boolean }) {
  return (
    <g className="crowd-spot" data-shown={isShown} style={{ '--size': size }}>
      <path d={`M${x} ${y}h0`} className="map-dot crowd-halo" />
      <path d={`M${x} ${y}h0`} className="map-dot crowd-dot" />
    </g>
  )
}

function CrowdLabel({ spot: { zone, count, x, y } }: { spot: Spot }) {
  const t = useViewText()
  const cityOf = useCityOf()
  const [left, top] = [`${(x / width) * 100}%`, `${(y / height) * 100}%`]
  return (
    // Above its dot, and never beyond an edge of the map.
    <div
      className="crowd-label -translate-x-(--x) pointer-events-none absolute top-(--y) left-(--x) z-1 w-max translate-y-[calc(-100%-16px)]"
      style={{ '--x': left, '--y': top }}
    >
      <p className="flex gap-3 rounded-(--radius) bg-raised px-3 py-2 text-sm shadow-(--shadow) forced-colors:border">
        <span className="font-medium">{cityOf(zone)}</span>
        <ClockText timezone={zone} className="text-muted" />
        <span>{t('list.count', { count })}</span>
      </p>
    </div>
  )
}
