import type { WorldMapData } from 'virtual:world-map'
import tzLookup from '@photostructure/tz-lookup'
import { loadCanonicalNames } from '@timezone-registry/zones/cldr-zones'
import { loadPositions } from '@timezone-registry/zones/zone-data'
import { geoEqualEarth, geoPath } from 'd3-geo'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import world from 'world-atlas/land-50m.json' with { type: 'json' }

type Point = readonly [x: number, y: number]

const WIDTH = 1000
// Cut in the Bering Strait, where no land is.
const WEST = -169
const [NORTH, SOUTH] = [85, -57]
const STEP_DEGREES = 0.25
const [COLUMNS, ROWS] = [360 / STEP_DEGREES, (NORTH - SOUTH) / STEP_DEGREES]
// So far, in steps, that small islands can be tapped, too.
const REACH = 10
const SMOOTHINGS = 2
// What nobody sees, in units and in square units.
const [TOLERANCE, LEAST_ISLAND] = [1.1, 6]

const projection = geoEqualEarth()
  .rotate([-180 - WEST, 0])
  .fitWidth(WIDTH, { type: 'Sphere' })
const [left, top] = projection.translate()
projection.translate([left, top - (projection([0, NORTH])?.[1] ?? 0)])
const HEIGHT = Math.round(project(0, SOUTH)[1])

/** Where a place is on the map. */
export function project(longitude: number, latitude: number): Point {
  return projection([longitude, latitude]) ?? [0, 0]
}

/** The zones by their city, from west to east, and the coasts: each kind of number by itself, in 2 KB less (gzipped). */
export function createWorldMap(): WorldMapData {
  const areas = createAreas()
  const zones = [...loadPositions()]
    .filter(([, { latitude }]) => latitude > SOUTH)
    .map(([zone, { latitude, longitude }]) => {
      const [x, y] = project(longitude, latitude)
      return { zone, x: Math.round(x * 10), y: Math.round(y * 10) }
    })
    .toSorted((a, b) => a.x - b.x)
  return {
    width: WIDTH,
    height: HEIGHT,
    land: createLand(),
    names: zones.map(({ zone }) => zone).join(),
    steps: zones.map(({ x }, index) => x - (zones[index - 1]?.x ?? 0)).join(),
    heights: zones.map(({ y }) => y).join(),
    areas: zones.map(({ zone }) => areas.get(zone) ?? '').join(),
  }
}

function createLand(): string {
  const topology = world as unknown as Topology<{ land: GeometryCollection }>
  const clipped = projection.clipExtent([
    [0, 0],
    [WIDTH, HEIGHT],
  ])
  const path = geoPath(clipped)(feature(topology, topology.objects.land)) ?? ''
  return (
    path
      .split(/[MZ]+/)
      .filter((ring) => ring !== '')
      .map((ring) => ring.split('L').map((point) => point.split(',').map(Number) as [number, number]))
      .filter((ring) => extentOf(ring, 0) * extentOf(ring, 1) >= LEAST_ISLAND)
      // The edge along which Antarctica is cut off.
      .filter((ring) => ring.some(([, y]) => y < HEIGHT - 2))
      .map((ring) => toPath(simplify(ring)))
      .join('')
  )
}

function extentOf(ring: readonly Point[], axis: 0 | 1): number {
  const values = ring.map((point) => point[axis])
  return Math.max(...values) - Math.min(...values)
}

/** The zones of a grid, and around each zone's cells a line without their corners. */
function createAreas(): Map<string, string> {
  const names = loadCanonicalNames()
  const cells = Array.from({ length: ROWS * COLUMNS }, (_, index) => {
    const longitude = WEST + ((index % COLUMNS) + 0.5) * STEP_DEGREES
    const latitude = NORTH - (Math.floor(index / COLUMNS) + 0.5) * STEP_DEGREES
    const zone = tzLookup(latitude, longitude > 180 ? longitude - 360 : longitude)
    return zone.startsWith('Etc/') ? '' : (names.get(zone) ?? zone)
  })
  for (let reach = 0; reach < REACH; reach++) spread(cells)
  return new Map([...findEdges(cells)].map(([zone, edges]) => [zone, toRings(edges).map(toArea).join('')]))
}

/** Gives the cells of the sea beside a zone's to that zone. */
function spread(cells: string[]): void {
  const before = [...cells]
  for (const [index, zone] of before.entries()) {
    if (zone !== '') continue
    const column = index % COLUMNS
    const beside = [
      column > 0 ? before[index - 1] : '',
      column < COLUMNS - 1 ? before[index + 1] : '',
      before[index - COLUMNS],
      before[index + COLUMNS],
    ]
    cells[index] = beside.find(Boolean) ?? ''
  }
}

/** The edges of each zone's cells, clockwise: where they end, by where they start. */
function findEdges(cells: readonly string[]): Map<string, Map<string, Point[]>> {
  const edges = new Map<string, Map<string, Point[]>>()
  const zoneAt = (column: number, row: number) =>
    column < 0 || column >= COLUMNS ? '' : (cells[row * COLUMNS + column] ?? '')
  for (const [index, zone] of cells.entries()) {
    if (zone === '') continue
    const [x, y] = [index % COLUMNS, Math.floor(index / COLUMNS)]
    const own = edges.get(zone) ?? new Map<string, Point[]>()
    edges.set(zone, own)
    const add = (other: string, from: Point, to: Point) => {
      if (other !== zone) own.set(`${from}`, [...(own.get(`${from}`) ?? []), to])
    }
    add(zoneAt(x, y - 1), [x, y], [x + 1, y])
    add(zoneAt(x + 1, y), [x + 1, y], [x + 1, y + 1])
    add(zoneAt(x, y + 1), [x + 1, y + 1], [x, y + 1])
    add(zoneAt(x - 1, y), [x, y + 1], [x, y])
  }
  return edges
}

function toRings(edges: Map<string, Point[]>): Point[][] {
  return [...edges.keys()].flatMap((start) => {
    const ring: Point[] = []
    for (let next = edges.get(start)?.pop(); next !== undefined; next = edges.get(`${next}`)?.pop())
      ring.push(next)
    return ring.length > 0 ? [ring] : []
  })
}

function toArea(ring: readonly Point[]): string {
  // The same on both sides of a border, so that no gap is between them.
  let points = average(ring, [0, 1, 1])
  for (let pass = 0; pass < SMOOTHINGS; pass++) points = average(points, [1, 2, 1])
  const projected = points.map(([x, y]) => {
    // At the edges of the map, just inside of it.
    const longitude = WEST + Math.min(Math.max(x * STEP_DEGREES, 1e-6), 360 - 1e-6)
    return project(longitude, NORTH - y * STEP_DEGREES)
  })
  return toPath(simplify(projected))
}

/** Each point of a ring as the weighted mean of the point before, itself and the point after. */
function average(ring: readonly Point[], weights: readonly [number, number, number]): Point[] {
  const total = weights[0] + weights[1] + weights[2]
  return ring.map((point, index) => {
    const three = [ring.at(index - 1) ?? point, point, ring[(index + 1) % ring.length] ?? point]
    const mean = (axis: 0 | 1) =>
      three.reduce((sum, one, at) => sum + one[axis] * (weights[at] ?? 0), 0) / total
    return [mean(0), mean(1)]
  })
}

/** A ring with as few points as show the same, by Douglas and Peucker's rule on either half. */
function simplify(ring: readonly Point[]): Point[] {
  const half = ring.length >> 1
  const [first, second] = [ring.slice(0, half + 1), [...ring.slice(half), ...ring.slice(0, 1)]]
  return [...withoutDetails(first).slice(0, -1), ...withoutDetails(second).slice(0, -1)]
}

function withoutDetails(line: readonly Point[]): Point[] {
  const [from, to]: [Point, Point] = [line[0] ?? [0, 0], line.at(-1) ?? [0, 0]]
  const distances = line.map((point) => distance(point, from, to))
  const most = Math.max(...distances)
  if (most <= TOLERANCE) return [from, to]
  const at = distances.indexOf(most)
  return [...withoutDetails(line.slice(0, at + 1)).slice(0, -1), ...withoutDetails(line.slice(at))]
}

/** From a point to the line through two others. */
function distance([x, y]: Point, [a, b]: Point, [c, d]: Point): number {
  const length = Math.hypot(c - a, d - b)
  return length === 0 ? Math.hypot(x - a, y - b) : Math.abs((c - a) * (b - y) - (a - x) * (d - b)) / length
}

/** A ring as a path, in whole units, which are about a pixel; empty if it has no area. */
function toPath(ring: readonly Point[]): string {
  if (ring.length < 3) return ''
  const rounded = ring.map(([x, y]) => [Math.round(x), Math.round(y)] as const)
  const [start, ...steps] = rounded.map(([x, y], index) => {
    const [a, b] = rounded[index - 1] ?? [0, 0]
    return `${x - a} ${y - b}`
  })
  // A minus needs no space before it.
  return `M${start}l${steps.join(' ')}Z`.replaceAll(' -', '-')
}
