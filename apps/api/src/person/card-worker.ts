import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { loadTypefaces } from './card-fonts.ts'
import { type Card, drawCard } from './card-picture.ts'

// A worker thread: drawing takes 100 ms of processor time, and the memory is returned when the thread ends.
const require = createRequire(import.meta.url)
await initWasm(readFileSync(require.resolve('@resvg/resvg-wasm/index_bg.wasm')))
const typefaces = loadTypefaces()

/** The card as PNG. */
export function renderPng(card: Card): Uint8Array {
  const { svg, fontFiles } = drawCard(card, typefaces)
  const fontBuffers = fontFiles.map((path) => readFileSync(path))
  const resvg = new Resvg(svg, { font: { fontBuffers, defaultFontFamily: 'Inter' } })
  const image = resvg.render()
  const png = image.asPng()
  image.free()
  resvg.free()
  return png
}
