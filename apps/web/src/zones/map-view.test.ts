import { expect, test } from 'vitest'
import { changeView, type MapBox, type MapView, viewBoxOf } from './map-view.ts'

const map = { width: 1000, height: 400 }
// A phone's sheet: the map is as high as the box, and wider.
const box: MapBox = { left: 10, top: 100, width: 400, height: 800, map }
const whole: MapView = { x: 500, y: 200, zoom: 1 }

/** The place of the map at a point of the screen. */
function placeAt({ x, y, zoom }: MapView, point: { x: number; y: number }) {
  const scale = 2 * zoom
  return { x: x + (point.x - 210) / scale, y: y + (point.y - 500) / scale }
}

test('zooming keeps the place under the finger where it is', () => {
  const around = { x: 60, y: 300 }
  const view = changeView(whole, box, { factor: 4, around })
  expect(view.zoom).toBe(4)
  expect(placeAt(view, around)).toEqual(placeAt(whole, around))
})

test('dragging moves the map by as many pixels', () => {
  const view = changeView({ ...whole, zoom: 2 }, box, { by: { x: 40, y: -20 } })
  expect(view).toEqual({ x: 490, y: 205, zoom: 2 })
})

test('the map always fills its box, and is never larger than 16 times', () => {
  expect(changeView(whole, box, { by: { x: 9999, y: 9999 } })).toEqual({ x: 100, y: 200, zoom: 1 })
  expect(changeView(whole, box, { by: { x: -9999, y: -9999 } })).toEqual({ x: 900, y: 200, zoom: 1 })
  expect(changeView(whole, box, { factor: 0.1 }).zoom).toBe(1)
  expect(changeView(whole, box, { factor: 99 }).zoom).toBe(16)
  expect(viewBoxOf({ ...whole, zoom: 2 }, map)).toBe('250 100 500 200')
})
