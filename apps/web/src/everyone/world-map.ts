import { worldMap } from 'virtual:world-map'

/** A zone on the map: its city, and its area as an SVG path, which is empty where it is too small. */
export type MapZone = { zone: string; x: number; y: number; area: string }

/** In units of the map, without Antarctica. */
export const { width, height, land } = worldMap

/** From west to east. */
export const zones = readZones()

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

type Spot = { x: number; y: number }

const DIRECTIONS: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
// With this, the arrow keys reach every zone from every other.
const ASIDE_COUNTS = 2.5

/** Where an arrow key leads on a map: the nearest spot in its direction; undefined for other keys and at the edge. */
export function nextSpot<T extends Spot>(spots: readonly T[], from: Spot, key: string): T | undefined {
  const [right, down] = DIRECTIONS[key] ?? [0, 0]
  const ahead = spots
    .map((spot) => {
      const [x, y] = [spot.x - from.x, spot.y - from.y]
      const [along, aside] = [x * right + y * down, Math.abs(x * down) + Math.abs(y * right)]
      return { spot, along, cost: along + ASIDE_COUNTS * aside }
    })
    .filter(({ along }) => along > 0)
  return ahead.toSorted((a, b) => a.cost - b.cost)[0]?.spot
}
