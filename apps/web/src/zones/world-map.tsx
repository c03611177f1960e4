import { type MouseEvent, useMemo, useState } from 'react'
import { ClockText } from '../clock/clock-text.tsx'
import { useMinute } from '../clock/use-now.ts'
import { useServiceClocks } from '../clock/use-service-clocks.tsx'
import { useTexts } from '../texts/use-texts.tsx'
import {
  areaOf,
  createMapCells,
  createOutline,
  MAP_HEIGHT,
  MAP_WIDTH,
  nightAt,
  zoneAt,
} from './map-shapes.ts'
import { useCityOf } from './use-city-of.ts'

type Tap = { point: [number, number]; zone: string }

type WorldMapProps = { timezone: string; onPick: (timezone: string) => void }

/** The world by day and night. A tap names the zone there; a button confirms it, since borders are approximate. */
export function WorldMap({ timezone, onPick }: WorldMapProps) {
  const texts = useTexts()
  const [tapped, setTapped] = useState<Tap>()
  const shown = tapped === undefined || tapped.zone === 'sea' ? timezone : tapped.zone

  function tap({ currentTarget, clientX, clientY }: MouseEvent<SVGSVGElement>) {
    const matrix = currentTarget.getScreenCTM()
    if (matrix === null) return
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse())
    const zone = zoneAt([x, y])
    if (zone !== undefined) setTapped({ point: [x, y], zone })
  }

  return (
    <div>
      <p className="mb-2 text-muted text-sm">{texts.zone.mapHint}</p>
      <MapPicture timezone={shown} tapped={tapped} onTap={tap} />
      <div role="status" className="mt-2 flex min-h-12 flex-wrap items-center gap-3">
        {tapped?.zone === 'sea' && <p>{texts.zone.mapSea}</p>}
        {tapped !== undefined && tapped.zone !== 'sea' && <TappedZone zone={tapped.zone} onPick={onPick} />}
      </div>
    </div>
  )
}

function TappedZone({ zone, onPick }: { zone: string; onPick: (timezone: string) => void }) {
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

type MapPictureProps = {
  timezone: string
  tapped: Tap | undefined
  onTap: (event: MouseEvent<SVGSVGElement>) => void
}

function MapPicture({ timezone, tapped, onTap }: MapPictureProps) {
  const now = useMinute()
  const outline = useMemo(createOutline, [])
  const cells = useMemo(createMapCells, [])
  const night = useMemo(() => nightAt(now), [now])
  const clocks = useServiceClocks()
  const area = useMemo(() => areaOf(cells, timezone, { now, clocks }), [cells, timezone, now, clocks])
  return (
    // For pointers only: with a keyboard or a screen reader, people pick by name.
    <svg
      viewBox={`0 0 ${MAP_WIDTH} ${MAP_HEIGHT}`}
      className="map w-full cursor-crosshair"
      onClick={onTap}
      aria-hidden="true"
    >
      <path d={outline.sphere} className="map-sea" />
      <path d={outline.graticule} className="map-lines" />
      {outline.countries.map((shape) => (
        <path key={shape.slice(0, 40)} d={shape} className="map-land" />
      ))}
      <path d={area} className="map-area" />
      <path d={night} className="map-night" />
      {tapped && <circle cx={tapped.point[0]} cy={tapped.point[1]} r="8" className="map-mark" />}
    </svg>
  )
}
