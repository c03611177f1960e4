import tzLookup from '@photostructure/tz-lookup'
import { geoCircle, geoEqualEarth, geoGraticule10, geoPath } from 'd3-geo'
import { type MouseEvent, useMemo, useState } from 'react'
import * as solar from 'solar-calculator'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import world from 'world-atlas/countries-110m.json'
import { ClockText } from '../clock/clock-text.tsx'
import { useMinute } from '../clock/use-now.ts'
import { offsetMinutes, readable } from '../clock/zone-time.ts'
import { useTexts } from '../texts/use-texts.tsx'

const WIDTH = 960
const HEIGHT = 470
const CELL_DEGREES = 2
const topology = world as unknown as Topology<{ countries: GeometryCollection }>
const countries = feature(topology, topology.objects.countries)
const projection = geoEqualEarth().fitSize([WIDTH, HEIGHT], { type: 'Sphere' })
const toPath = geoPath(projection)
const SPHERE = toPath({ type: 'Sphere' }) ?? ''
const GRATICULE = toPath(geoGraticule10()) ?? ''

type WorldMapProps = { timezone: string; onPick: (timezone: string) => void }

/** The world by day and night as it is now. A tap says which zone it means; it is taken when that is confirmed. */
export function WorldMap({ timezone, onPick }: WorldMapProps) {
  const texts = useTexts()
  const now = useMinute()
  const [tapped, setTapped] = useState<{ point: [number, number]; timezone: string }>()
  const night = useMemo(() => toPath(nightAt(now)) ?? '', [now])
  const shapes = useMemo(() => countries.features.map((country) => toPath(country) ?? ''), [])
  const cells = useMemo(createCells, [])
  const area = useMemo(
    () => areaOf(cells, tapped?.timezone ?? timezone, now),
    [cells, tapped?.timezone, timezone, now],
  )

  function tap(event: MouseEvent<SVGSVGElement>) {
    const svg = event.currentTarget
    const matrix = svg.getScreenCTM()
    if (matrix === null) return
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse())
    const place = projection.invert?.([point.x, point.y])
    if (!place || Math.abs(place[0]) > 180 || Math.abs(place[1]) > 90) return
    setTapped({ point: [point.x, point.y], timezone: tzLookup(place[1], place[0]) })
  }

  return (
    <div>
      <p className="mb-2 text-muted text-sm">{texts.zone.mapHint}</p>
      {/* A way for the pointer; the picker by name is the one for the keyboard. */}
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        className="map w-full cursor-crosshair"
        onClick={tap}
        aria-hidden="true"
      >
        <path d={SPHERE} className="map-sea" />
        <path d={GRATICULE} className="map-lines" />
        {shapes.map((shape) => (
          <path key={shape.slice(0, 40)} d={shape} className="map-land" />
        ))}
        <path d={area} className="map-area" />
        <path d={night} className="map-night" />
        {tapped && <circle cx={tapped.point[0]} cy={tapped.point[1]} r="8" className="map-mark" />}
      </svg>
      <div role="status" className="mt-2 flex min-h-12 flex-wrap items-center gap-3">
        {tapped && (
          <>
            <p>
              {texts.zone.mapPicked(readable(tapped.timezone))}{' '}
              <ClockText timezone={tapped.timezone} withDay />
            </p>
            <button type="button" className="button button-primary" onClick={() => onPick(tapped.timezone)}>
              {texts.zone.mapUse(readable(tapped.timezone))}
            </button>
          </>
        )}
      </div>
    </div>
  )
}

/** Where the sun is below the horizon: the half of the globe around the point opposite to it. */
function nightAt(now: Temporal.Instant) {
  const century = solar.century(new Date(now.epochMilliseconds))
  const dayFraction = (now.epochMilliseconds % 86_400_000) / 86_400_000
  const longitude = (0.5 - dayFraction - solar.equationOfTime(century) / 1440) * 360
  return geoCircle()
    .center([longitude + 180, -solar.declination(century)])
    .radius(90)()
}

type Cell = { timezone: string; path: string }

/** The globe in squares of `CELL_DEGREES`, each with its zone: made once, when the map is first shown. */
function createCells(): Cell[] {
  const cells: Cell[] = []
  for (let latitude = -90; latitude < 90; latitude += CELL_DEGREES)
    for (let longitude = -180; longitude < 180; longitude += CELL_DEGREES) {
      const corners = [
        [longitude, latitude],
        [longitude, latitude + CELL_DEGREES],
        [longitude + CELL_DEGREES, latitude + CELL_DEGREES],
        [longitude + CELL_DEGREES, latitude],
      ].map((corner) =>
        projection(corner as [number, number])
          ?.map((value) => value.toFixed(1))
          .join(' '),
      )
      const timezone = tzLookup(latitude + CELL_DEGREES / 2, longitude + CELL_DEGREES / 2)
      cells.push({ timezone, path: `M${corners.join('L')}Z` })
    }
  return cells
}

/** Where the clocks show the same as in a zone now. */
function areaOf(cells: readonly Cell[], timezone: string, now: Temporal.Instant): string {
  const wanted = offsetMinutes(timezone, now)
  const offsets = new Map<string, number | undefined>()
  return cells
    .filter((cell) => {
      if (!offsets.has(cell.timezone)) offsets.set(cell.timezone, offsetMinutes(cell.timezone, now))
      return offsets.get(cell.timezone) === wanted
    })
    .map(({ path }) => path)
    .join('')
}
