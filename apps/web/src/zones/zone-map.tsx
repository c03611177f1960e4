import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'
import { ClockText } from '../clock/clock-text.tsx'
import { useTexts } from '../texts/use-texts.tsx'
import { MinusIcon, PlusIcon } from '../ui/icons.tsx'
import { nextSpot } from './next-spot.ts'
import { useCityOf } from './use-city-of.ts'
import { useZoom } from './use-zoom.ts'
import { MAP_HEIGHT, MAP_WIDTH, MAP_ZONES, WorldMap } from './world-map.tsx'

type ZoneMapProps = { timezone: string; onPick: (timezone: string) => void }

type Spot = { zone: string; x: number; y: number }

const MIDDLE = { x: MAP_WIDTH / 2, y: MAP_HEIGHT / 2 }
// In pixels from the city of a zone that is too small for a tap on its land.
const NEAR = 14

/** The world, on which a zone is chosen by a tap or by the arrow keys. A button confirms it: borders are approximate. */
export function ZoneMap({ timezone, onPick }: ZoneMapProps) {
  const texts = useTexts()
  const own = MAP_ZONES.find(({ zone }) => zone === timezone)
  const svg = useRef<SVGSVGElement>(null)
  const { viewBox, handlers, isTap, zoomIn, zoomOut, moveTo } = useZoom(svg, {
    start: own ?? MIDDLE,
    map: { width: MAP_WIDTH, height: MAP_HEIGHT },
  })
  const [chosen, setChosen] = useState<Spot | 'sea'>()
  const spot = chosen === 'sea' ? undefined : chosen

  function tap(event: MouseEvent<SVGSVGElement>) {
    if (isTap()) setChosen(spotAt(event))
  }

  function press(event: KeyboardEvent) {
    const next = nextSpot(MAP_ZONES, spot ?? own ?? MIDDLE, event.key)
    if (next !== undefined) {
      setChosen(next)
      moveTo(next)
    } else if (event.key === 'Enter' && spot !== undefined) onPick(spot.zone)
    else if (event.key === '+') zoomIn()
    else if (event.key === '-') zoomOut()
    else return
    event.preventDefault()
  }

  return (
    <>
      <p className="mb-2 text-muted text-sm">{texts.zone.mapHint}</p>
      <div className="zone-map">
        <WorldMap
          ref={svg}
          label={texts.zone.map}
          viewBox={viewBox}
          preserveAspectRatio="xMidYMid slice"
          onClick={tap}
          onKeyDown={press}
          {...handlers}
        >
          {spot && <Mark {...spot} />}
        </WorldMap>
        <div className="zone-map-zoom">
          <button type="button" className="icon-button" aria-label={texts.zone.zoomIn} onClick={zoomIn}>
            <PlusIcon isSmall />
          </button>
          <button type="button" className="icon-button" aria-label={texts.zone.zoomOut} onClick={zoomOut}>
            <MinusIcon isSmall />
          </button>
        </div>
      </div>
      <div role="status" className="mt-3 flex min-h-11 flex-wrap items-center justify-between gap-3">
        {chosen === 'sea' && <p>{texts.zone.mapSea}</p>}
        {spot && <Chosen zone={spot.zone} onPick={onPick} />}
      </div>
    </>
  )
}

/** The zone whose land is at a point of the screen, or whose city is near, if it has no land to tap on. */
function spotAt({ currentTarget, target, clientX, clientY }: MouseEvent<SVGSVGElement>): Spot | 'sea' {
  const matrix = currentTarget.getScreenCTM()
  if (matrix === null) return 'sea'
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse())
  const zone = target instanceof SVGElement ? target.dataset.zone : undefined
  const near = MAP_ZONES.filter(
    (one) => (zone === undefined || one.area === '') && Math.hypot(one.x - x, one.y - y) * matrix.a < NEAR,
  ).toSorted((a, b) => Math.hypot(a.x - x, a.y - y) - Math.hypot(b.x - x, b.y - y))
  if (near[0] !== undefined) return near[0]
  return zone === undefined ? 'sea' : { zone, x, y }
}

function Mark({ x, y }: Spot) {
  return (
    <g>
      <path d={`M${x} ${y}h0`} className="map-dot zone-mark-halo" />
      <path d={`M${x} ${y}h0`} className="map-dot zone-mark" />
    </g>
  )
}

function Chosen({ zone, onPick }: { zone: string; onPick: (timezone: string) => void }) {
  const texts = useTexts()
  const cityOf = useCityOf()
  return (
    <>
      <p>
        <span>{`${texts.zone.mapPicked(cityOf(zone))} `}</span>
        <ClockText timezone={zone} withDay />
      </p>
      <button type="button" className="button button-primary" onClick={() => onPick(zone)}>
        {texts.zone.mapUse(cityOf(zone))}
      </button>
    </>
  )
}
