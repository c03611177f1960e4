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
