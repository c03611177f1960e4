/** A point of the map or of the screen. */
export type Point = { x: number; y: number }

/** What of the map is shown: its middle, and how much larger than where the map just fills its box. */
export type MapView = Point & { zoom: number }

/** A box on the screen that a map fills, in pixels, and the map's size in its own units. */
export type MapBox = { left: number; top: number; width: number; height: number; map: Size }

type Size = { width: number; height: number }

/** How a view changes: enlarged by a factor around a point of the screen, and moved by pixels. */
export type MapChange = { factor?: number; around?: Point; by?: Point }

const MAX_ZOOM = 16

/** The view after a change, within the map's edges. */
export function changeView(
  view: MapView,
  { left, top, width, height, map }: MapBox,
  { factor = 1, around, by = { x: 0, y: 0 } }: MapChange,
): MapView {
  const zoom = Math.min(Math.max(view.zoom * factor, 1), MAX_ZOOM)
  const fill = Math.max(width / map.width, height / map.height)
  const [before, after] = [fill * view.zoom, fill * zoom]
  const [x, y] = around === undefined ? [0, 0] : [around.x - left - width / 2, around.y - top - height / 2]
  return {
    x: within(view.x + x / before - (x + by.x) / after, width / after, map.width),
    y: within(view.y + y / before - (y + by.y) / after, height / after, map.height),
    zoom,
  }
}

/** The `viewBox` of a view. */
export function viewBoxOf({ x, y, zoom }: MapView, map: Size): string {
  const [width, height] = [map.width / zoom, map.height / zoom]
  return `${x - width / 2} ${y - height / 2} ${width} ${height}`
}

/** A middle around which what is seen is inside the map. */
function within(middle: number, seen: number, whole: number): number {
  return Math.min(Math.max(middle, seen / 2), whole - seen / 2)
}
