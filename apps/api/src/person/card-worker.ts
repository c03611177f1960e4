import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { USUAL_HOURS } from '@timezone-registry/zones/day-state'
import { RIBBON_HEIGHT, ribbonPath } from '@timezone-registry/zones/ribbon-path'
import { Tinypool } from 'tinypool'
import type { Card, CardRibbon } from './card.ts'
import { escapeMarkup } from './markup.ts'
import { skyColorsAt } from './sky.ts'

const [WIDTH, HEIGHT, MARGIN] = [1200, 630, 80]
const [RIBBONS_TOP, RIBBONS_BOTTOM] = [318, 540]
const DAY_MINUTES = 24 * 60
const RAMP_STOPS = 96
// An upper bound for the typeface, in em.
const CHARACTER_WIDTH = 0.62

// A worker thread: drawing takes 100 ms of processor time, and the memory is returned when the thread ends.
const require = createRequire(import.meta.url)
await initWasm(Tinypool.workerData ?? readFileSync(require.resolve('@resvg/resvg-wasm/index_bg.wasm')))
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

function toSvg({ title, line, sky, ribbons, moment }: Card): string {
  const row = (RIBBONS_BOTTOM - RIBBONS_TOP) / ribbons.length
  const x = MARGIN + moment * (WIDTH - 2 * MARGIN)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" fill="${sky.ink}" color="${sky.ink}" font-family="Inter">`,
    `<linearGradient id="sky" x2="0" y2="1"><stop stop-color="${sky.start}"/><stop offset="1" stop-color="${sky.end}"/></linearGradient>`,
    dayGradient(),
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#sky)"/>`,
    drawText(title, { y: 165, size: 84 }),
    drawText(line, { y: 250, size: 48 }),
    drawText('Timezone Registry', { y: 596, size: 26 }),
    ...ribbons.map((ribbon, index) => drawRibbon(ribbon, { top: RIBBONS_TOP + index * row, row })),
    `<path d="M${x} ${RIBBONS_TOP - 20}V${RIBBONS_BOTTOM + 6}" stroke="${sky.ink}" stroke-width="5" stroke-linecap="round"/>`,
    '</svg>',
  ].join('')
}

/** As large as fits the width. */
function drawText(text: string, { y, size }: { y: number; size: number }): string {
  const fitted = Math.min(size, (WIDTH - 2 * MARGIN) / (text.length * CHARACTER_WIDTH))
  return `<text x="${MARGIN}" y="${y}" font-size="${fitted.toFixed(1)}">${escapeMarkup(text)}</text>`
}

function dayGradient(): string {
  const stops = Array.from({ length: RAMP_STOPS + 1 }, (_, step) => {
    const part = step / RAMP_STOPS
    return `<stop offset="${part}" stop-color="${skyColorsAt(part * 24).color}"/>`
  })
  return `<linearGradient id="day" gradientUnits="userSpaceOnUse" x2="${DAY_MINUTES}" spreadMethod="repeat">${stops.join('')}</linearGradient>`
}

/** 24 hours as a ribbon of their own sky: thick while people are usually awake. */
function drawRibbon({ label, from }: CardRibbon, { top, row }: { top: number; row: number }): string {
  const { wakes, sleeps } = USUAL_HOURS
  const days = [0, DAY_MINUTES].map((day) => [day + wakes * 60, day + sleeps * 60] as const)
  const text = label === '' ? 0 : 30
  const height = Math.min(row - text - 6, 190)
  const box = `${from} ${-RIBBON_HEIGHT / 2 - 1} ${DAY_MINUTES} ${RIBBON_HEIGHT + 2}`
  return [
    text > 0 ? drawText(label, { y: top + 22, size: 24 }) : '',
    `<svg x="${MARGIN}" y="${top + text}" width="${WIDTH - 2 * MARGIN}" height="${height}" viewBox="${box}" preserveAspectRatio="none">`,
    `<path d="${ribbonPath(days)}" fill="url(#day)" stroke="currentColor" stroke-opacity="0.3" vector-effect="non-scaling-stroke"/></svg>`,
  ].join('')
}
