import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { USUAL_HOURS } from '@timezone-registry/zones/day-state'
import { RIBBON_HEIGHT, ribbonPath } from '@timezone-registry/zones/ribbon-path'
import type { Card } from './card.ts'
import { escapeMarkup } from './markup.ts'
import { skyColorsAt } from './sky.ts'

const [WIDTH, HEIGHT, MARGIN] = [1200, 630, 80]
const [RIBBON_Y, RIBBON_THICKNESS] = [440, 84]
const DAY_MINUTES = 24 * 60
const RAMP_STOPS = 96
// An upper bound for the typeface, in em.
const CHARACTER_WIDTH = 0.62

// A worker thread: drawing takes 100 ms of processor time, and the memory is returned when the thread ends.
const require = createRequire(import.meta.url)
await initWasm(readFileSync(require.resolve('@resvg/resvg-wasm/index_bg.wasm')))
const fontBuffers = ['latin', 'latin-ext'].map((subset) =>
  readFileSync(require.resolve(`@fontsource-variable/inter/files/inter-${subset}-wght-normal.woff2`)),
)

/** The card as PNG. */
export function renderPng(card: Card): Uint8Array {
  const resvg = new Resvg(toSvg(card), { font: { fontBuffers, defaultFontFamily: 'Inter' } })
  const image = resvg.render()
  const png = image.asPng()
  image.free()
  resvg.free()
  return png
}

function toSvg({ place, zone, hour }: Card): string {
  const { color, ink } = skyColorsAt(hour)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" fill="${ink}" font-family="Inter">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${color}"/>`,
    drawText(place, { y: 220, size: 96 }),
    drawText(zone, { y: 330, size: 64 }),
    drawText('Timezone Registry', { y: 588, size: 26 }),
    drawRibbon(ink),
    '</svg>',
  ].join('')
}

/** As large as fits the width. */
function drawText(text: string, { y, size }: { y: number; size: number }): string {
  const fitted = Math.min(size, (WIDTH - 2 * MARGIN) / (text.length * CHARACTER_WIDTH))
  return `<text x="${MARGIN}" y="${y}" font-size="${fitted.toFixed(1)}">${escapeMarkup(text)}</text>`
}

/** A day as a ribbon of its own sky, from midnight to midnight: thick while people are usually awake. */
function drawRibbon(ink: string): string {
  const stops = Array.from({ length: RAMP_STOPS + 1 }, (_, step) => {
    const part = step / RAMP_STOPS
    return `<stop offset="${part}" stop-color="${skyColorsAt(part * 24).color}"/>`
  })
  const { wakes, sleeps } = USUAL_HOURS
  const path = `<path d="${ribbonPath([[wakes * 60, sleeps * 60]])}" fill="url(#day)" stroke="${ink}" stroke-opacity="0.35"/>`
  return [
    `<linearGradient id="day" gradientUnits="userSpaceOnUse" x2="${DAY_MINUTES}">${stops.join('')}</linearGradient>`,
    `<svg x="${MARGIN}" y="${RIBBON_Y}" width="${WIDTH - 2 * MARGIN}" height="${RIBBON_THICKNESS}" viewBox="0 ${-RIBBON_HEIGHT / 2 - 1} ${DAY_MINUTES} ${RIBBON_HEIGHT + 2}" preserveAspectRatio="none">${path}</svg>`,
  ].join('')
}
