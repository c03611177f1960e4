import tzLookup from '@photostructure/tz-lookup'
import { geoCircle, geoEqualEarth, geoGraticule10, geoPath } from 'd3-geo'
import * as solar from 'solar-calculator'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import world from 'world-atlas/countries-110m.json'
import type { ServiceClocks } from '../clock/service-clocks.ts'
import { offsetMinutes } from '../clock/zone-time.ts'
import { canonicalZone } from './canonical-zone.ts'

/** The size of the map in its own units. */
export const MAP_WIDTH = 960
export const MAP_HEIGHT = 470

const CELL_DEGREES = 2
const topology = world as unknown as Topology<{ countries: GeometryCollection }>
const projection = geoEqualEarth().fitSize([MAP_WIDTH, MAP_HEIGHT], { type: 'Sphere' })
const toPath = geoPath(projection)

/** Shapes that never change, as SVG paths. */
export type MapOutline = { sphere: string; graticule: string; countries: string[] }

export function createOutline(): MapOutline {
  return {
    sphere: toPath({ type: 'Sphere' }) ?? '',
    graticule: toPath(geoGraticule10()) ?? '',
    countries: feature(topology, topology.objects.countries).features.map((country) => toPath(country) ?? ''),
  }
}

/** The zone at a point of the map: undefined off the globe, `sea` where no country's zone applies. */
export function zoneAt([x, y]: [number, number]): string | undefined {
  const place = projection.invert?.([x, y])
  if (!place || Math.abs(place[0]) > 180 || Math.abs(place[1]) > 90) return undefined
  const zone = tzLookup(place[1], place[0])
  return zone.startsWith('Etc/') ? 'sea' : canonicalZone(zone)
}

/** Where the sun is below the horizon: the hemisphere around the point opposite the sun. */
export function nightAt(now: Temporal.Instant): string {
  const century = solar.century(new Date(now.epochMilliseconds))
  const dayFraction = (now.epochMilliseconds % 86_400_000) / 86_400_000
  const longitude = (0.5 - dayFraction - solar.equationOfTime(century) / 1440) * 360
  const night = geoCircle()
    .center([longitude + 180, -solar.declination(century)])
    .radius(90)()
  return toPath(night) ?? ''
}

/** A square of the globe and the zone in its middle. */
export type MapCell = { timezone: string; path: string }

/** The globe in squares of two degrees. Takes about 50 ms, so make them once. */
export function createMapCells(): MapCell[] {
  const cells: MapCell[] = []
  for (let latitude = -90; latitude < 90; latitude += CELL_DEGREES)
    for (let longitude = -180; longitude < 180; longitude += CELL_DEGREES)
      cells.push(createMapCell(latitude, longitude))
  return cells
}

function createMapCell(latitude: number, longitude: number): MapCell {
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
  return { timezone, path: `M${corners.join('L')}Z` }
}

type Moment = { now: Temporal.Instant; clocks: ServiceClocks | undefined }

/** The squares whose clocks show the same time as a zone's now. */
export function areaOf(cells: readonly MapCell[], timezone: string, { now, clocks }: Moment): string {
  const wanted = offsetMinutes(timezone, now, clocks)
  const offsets = new Map<string, number | undefined>()
  return cells
    .filter((cell) => {
      if (!offsets.has(cell.timezone)) offsets.set(cell.timezone, offsetMinutes(cell.timezone, now, clocks))
      return offsets.get(cell.timezone) === wanted
    })
    .map(({ path }) => path)
    .join('')
}
