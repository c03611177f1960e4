import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { USUAL_HOURS } from '@timezone-registry/zones/day-state'
import { RIBBON_HEIGHT, ribbonPath } from '@timezone-registry/zones/ribbon-path'
import anafanafo from 'anafanafo'
import type { Card } from './card.ts'
import { escapeMarkup, shorten } from './markup.ts'
import { skyColorsAt } from './sky.ts'

/** A typeface in many small files, each for some ranges of Unicode. */
type Typeface = {
  /** Its package at Fontsource. */
  name: string
  /** The name that its files give themselves. */
  family: string
  /** How much bolder its default weight has to become, in em. */
  boldness: number
  /** The only characters that it is used for; all if undefined. */
  only?: RegExp
  files: { ranges: [from: number, to: number][]; path: string }[]
}

type Image = ReturnType<InstanceType<typeof Resvg>['render']>

/** Consecutive characters in one typeface, perhaps with a space at the end. */
type Run = { text: string; typeface: Typeface }

// In order of preference. The Chinese one has Japanese as well; the Korean one has few Chinese characters.
const TYPEFACES: readonly Omit<Typeface, 'files'>[] = [
  { name: 'inter', family: 'Inter', boldness: 0.014 },
  { name: 'noto-sans-arabic', family: 'Noto Sans Arabic', boldness: 0.014 },
  { name: 'noto-sans-hebrew', family: 'Noto Sans Hebrew', boldness: 0.045 },
  { name: 'noto-sans-devanagari', family: 'Noto Sans Devanagari', boldness: 0.014 },
  { name: 'noto-sans-thai', family: 'Noto Sans Thai', boldness: 0.014 },
  { name: 'noto-sans-kr', family: 'Noto Sans KR', boldness: 0.045, only: /\p{Script=Hangul}/u },
  { name: 'noto-sans-sc', family: 'Noto Sans SC', boldness: 0.045 },
]
const UNSEEN = /^[\p{M}\p{Cf}\s]+$/u
const STARTS_WITH_SPACE = /^\s/
const ENDS_IN_SPACE = /\s$/
const CHARACTERS = new Intl.Segmenter()
const DEVANAGARI = /\p{Script=Devanagari}/u
// Between two characters. The renderer takes one for as wide as the widest of its glyphs, and would draw the next over the
// others. An arrow is one glyph in Inter, of another file than Cyrillic.
const BREAK = /[\p{Script=Devanagari}ำ]\n|[-=<]\n[-=>]/u
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u
const ARABIC_LETTER_MARK = '\u061c'
// In em; where none is written, what letters have at their sides.
const [SPACE, NO_SPACE] = [0.28, 0.08]

const CARD_WIDTH = 1200
const CARD_HEIGHT = 630
const MARGIN = 80
const RIBBON_Y = 470
const RIBBON_THICKNESS = 68
const DAY_MINUTES = 24 * 60
const RAMP_STOPS = 96
const LIGHT_RADIUS = 48
const [DAWN_HOUR, DUSK_HOUR] = [6, 18]

type Line = { text: string; y: number; size: number; least: number }

// A worker thread: drawing takes 100 ms of processor time, and the memory is returned when the thread ends.
const require = createRequire(import.meta.url)
await initWasm(readFileSync(require.resolve('@resvg/resvg-wasm/index_bg.wasm')))
const typefaces = loadTypefaces()

/** The card as PNG. */
export function renderPng(card: Card): Uint8Array {
  const { svg, fontFiles } = drawCard(card)
  return render(svg, fontFiles, (image) => image.asPng())
}

function render<T>(svg: string, fontFiles: readonly string[], take: (image: Image) => T): T {
  const fontBuffers = fontFiles.map((path) => readFileSync(path))
  const resvg = new Resvg(svg, { font: { fontBuffers, defaultFontFamily: 'Inter' } })
  const image = resvg.render()
  const taken = take(image)
  image.free()
  resvg.free()
  return taken
}

/** Draws a card as SVG, with the font files that its text needs. */
function drawCard(card: Card) {
  const { color, ink } = skyColorsAt(card.hour)
  const lines: Line[] = [
    { text: card.name, y: 172, size: 104, least: 56 },
    { text: card.place, y: 246, size: 48, least: 32 },
    { text: card.zone, y: 362, size: 84, least: 48 },
    { text: card.change, y: 416, size: 34, least: 24 },
    { text: 'Timezone Registry', y: 588, size: 26, least: 26 },
  ]
  const fitted = lines.map(fit)
  return {
    svg: [
      `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD_WIDTH}" height="${CARD_HEIGHT}">`,
      `<rect width="${CARD_WIDTH}" height="${CARD_HEIGHT}" fill="${color}"/>`,
      `<g fill="${ink}" stroke="${ink}">${fitted.map(toText).join('')}</g>`,
      drawLight(card.hour, color),
      drawRibbon(ink),
      '</svg>',
    ].join(''),
    fontFiles: filesOf(fitted.flatMap(({ runs }) => runs)),
  }
}

type FittedLine = { runs: Run[]; y: number; size: number }

/** As large as fits the width; at the minimum size, shortened instead. */
function fit({ text, y, size, least }: Line): FittedLine {
  // Beside the sun or the moon.
  const available = CARD_WIDTH - 2 * MARGIN - 3 * LIGHT_RADIUS
  const whole = toRuns(text)
  const wanted = Math.min(size, available / widthPerPixel(whole))
  if (wanted >= least) return { runs: whole, y, size: wanted }
  for (let most = text.length - 1; most > 0; most -= 1) {
    const runs = toRuns(shorten(text, most))
    if (widthPerPixel(runs) * least <= available) return { runs, y, size: least }
  }
  return { runs: [], y, size: least }
}

/** An upper bound of the width, in em: Verdana is wider than these typefaces. */
function widthPerPixel(runs: readonly Run[]): number {
  const text = runs.map((run) => run.text).join('')
  return text === '' ? 0.1 : anafanafo(text, { font: '11px Verdana', guess: true }) / 11
}

function toText({ runs, y, size }: FittedLine): string {
  if (runs.length < 2) return runs.map((run) => drawRun(run, { x: MARGIN, y, size })).join('')
  // In one text, the renderer loses what two files divide into different numbers of glyphs.
  const inks = measure(runs)
  const isLeftwards = directionsOf(runs)
  const groups: { boxes: Box[]; isReversed: boolean }[] = []
  for (const [place, run] of runs.entries()) {
    const { from, until } = inks[place] ?? { from: 0, until: 0 }
    const box: Box = {
      width: (until - from) * size,
      gap: gapAfter(run, runs[place + 1]) * size,
      draw: (x) => drawRun(run, { x: x - from * size, y, size }),
    }
    const isReversed = isLeftwards[place] === true
    const last = groups.at(-1)
    if (last?.isReversed === isReversed) last.boxes.push(box)
    else groups.push({ boxes: [box], isReversed })
  }
  const parts = groups.map(({ boxes, isReversed }) => inRow(boxes, isReversed))
  return inRow(parts, groups[0]?.isReversed === true).draw(MARGIN)
}

/** In em. The line above Devanagari letters has no break within a word. */
function gapAfter({ text, typeface }: Run, next: Run | undefined): number {
  if (ENDS_IN_SPACE.test(text)) return SPACE
  return DEVANAGARI.test(text) && typeface === next?.typeface ? 0 : NO_SPACE
}

/** Whether each run reads from right to left. One without letters does as the one before it. */
function directionsOf(runs: readonly Run[]): boolean[] {
  const directions = runs.map(({ text }) => {
    const [letter] = /\p{L}/u.exec(text) ?? []
    return letter === undefined ? undefined : RIGHT_TO_LEFT.test(letter)
  })
  let isLeftwards = directions.find((direction) => direction !== undefined) ?? false
  return directions.map((direction) => {
    isLeftwards = direction ?? isLeftwards
    return isLeftwards
  })
}

/** What is drawn: its width, and how far it is from the next, in pixels. */
type Box = { width: number; gap: number; draw: (x: number) => string }

/** Several as one, beside each other: the first at the left, or reversed at the right. */
function inRow(boxes: readonly Box[], isReversed: boolean): Box {
  const gap = boxes.at(-1)?.gap ?? 0
  const width = boxes.reduce((sum, box) => sum + box.width + box.gap, -gap)
  return {
    width,
    gap,
    draw: (x) => {
      let from = 0
      const drawn = boxes.map((box) => {
        const left = isReversed ? width - from - box.width : from
        from += box.width + box.gap
        return box.draw(x + left)
      })
      return drawn.join('')
    },
  }
}

function drawRun(
  { text, typeface: { family, boldness } }: Run,
  { x, y, size }: { x: number; y: number; size: number },
): string {
  // So that the renderer, which takes every text for one from left to right, begins at the right with a comma.
  const mark = /\p{Script=Arabic}/u.test(text) ? ARABIC_LETTER_MARK : ''
  return `<text x="${x.toFixed(1)}" y="${y}" font-size="${size.toFixed(1)}" font-family="${family}" stroke-width="${(boldness * size).toFixed(2)}" xml:space="preserve">${escapeMarkup(mark + text.trim())}</text>`
}

/** Where the ink of each run begins and ends, in em from its origin: drawn in a row each, and looked at. */
function measure(runs: readonly Run[]): { from: number; until: number }[] {
  const [width, rowHeight, size] = [2 * CARD_WIDTH, 80, 40]
  const rows = runs.map((run, row) => drawRun(run, { x: size, y: (row + 0.7) * rowHeight, size }))
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${runs.length * rowHeight}">${rows.join('')}</svg>`
  return render(svg, filesOf(runs), ({ pixels }) =>
    runs.map((_, row) => {
      const columns = new Set<number>()
      for (let at = row * rowHeight * width; at < (row + 1) * rowHeight * width; at++)
        if (pixels[4 * at + 3] !== 0) columns.add(at % width)
      if (columns.size === 0) return { from: 0, until: 0 }
      return { from: Math.min(...columns) / size - 1, until: (Math.max(...columns) + 1) / size - 1 }
    }),
  )
}

/** A day as a ribbon of its own sky, from midnight to midnight: thick while people are usually awake. */
function drawRibbon(ink: string): string {
  const stops = Array.from({ length: RAMP_STOPS + 1 }, (_, step) => {
    const part = step / RAMP_STOPS
    return `<stop offset="${part}" stop-color="${skyColorsAt(part * 24).color}"/>`
  })
  const { wakes, sleeps } = USUAL_HOURS
  const width = CARD_WIDTH - 2 * MARGIN
  const path = `<path d="${ribbonPath([[wakes * 60, sleeps * 60]])}" fill="url(#day)" stroke="${ink}" stroke-opacity="0.35"/>`
  return [
    `<linearGradient id="day" gradientUnits="userSpaceOnUse" x2="${DAY_MINUTES}">${stops.join('')}</linearGradient>`,
    `<svg x="${MARGIN}" y="${RIBBON_Y}" width="${width}" height="${RIBBON_THICKNESS}" viewBox="0 ${-RIBBON_HEIGHT / 2 - 1} ${DAY_MINUTES} ${RIBBON_HEIGHT + 2}" preserveAspectRatio="none">${path}</svg>`,
  ].join('')
}

/** The sun by day, the moon by night. */
function drawLight(hour: number, sky: string): string {
  const disc = (cx: number, fill: string) =>
    `<circle cx="${cx}" cy="128" r="${LIGHT_RADIUS}" fill="${fill}"/>`
  const cx = CARD_WIDTH - MARGIN - LIGHT_RADIUS
  if (hour >= DAWN_HOUR && hour < DUSK_HOUR) return disc(cx, '#fff6d8')
  return disc(cx, '#e8ebf8') + disc(cx - LIGHT_RADIUS / 2, sky)
}

/** Reads the index of which file has which characters, but none of the files. */
function loadTypefaces(): Typeface[] {
  return TYPEFACES.map((typeface) => {
    const directory = dirname(require.resolve(`@fontsource-variable/${typeface.name}/package.json`))
    const subsets: Record<string, string> = JSON.parse(readFileSync(join(directory, 'unicode.json'), 'utf8'))
    const files = Object.entries(subsets).map(([subset, ranges]) => ({
      ranges: ranges.split(',').map(toRange),
      path: join(directory, 'files', `${typeface.name}-${subset.replace(/[[\]]/g, '')}-wght-normal.woff2`),
    }))
    return { ...typeface, files }
  })
}

/**
 * Splits a text by typeface, and into words where the file with the letters has no space. Characters that no typeface
 * has, such as emoji, are left out with their marks.
 */
function toRuns(text: string): Run[] {
  const runs: Run[] = []
  for (const { segment } of CHARACTERS.segment(text)) {
    const last = runs.at(-1)
    const typeface = UNSEEN.test(segment)
      ? last?.typeface
      : typefaces.find((typeface) => fileOf(segment, typeface) !== undefined)
    if (typeface === undefined) continue
    const isAfterSpace = last !== undefined && ENDS_IN_SPACE.test(last.text)
    if (isAfterSpace && STARTS_WITH_SPACE.test(segment)) continue
    const isBroken = isAfterSpace ? typeface !== typefaces[0] : BREAK.test(`${last?.text}\n${segment}`)
    if (last !== undefined && typeface === last.typeface && (!isBroken || UNSEEN.test(segment)))
      last.text += segment
    else runs.push({ text: segment, typeface })
  }
  return runs
}

/** The files that these runs need, in the order in which the renderer looks for characters that a file lacks. */
function filesOf(runs: readonly Run[]): string[] {
  const paths = typefaces.flatMap((typeface) => {
    const text = runs.filter((run) => run.typeface === typeface).map((run) => run.text.trim())
    return [...text.join('')].map((character) => fileOf(character, typeface))
  })
  return [...new Set(paths.filter((path) => path !== undefined))]
}

function fileOf(character: string, { files, only }: Typeface): string | undefined {
  if (only?.test(character) === false) return undefined
  const code = character.codePointAt(0) ?? 0
  return files.find(({ ranges }) => ranges.some(([from, to]) => code >= from && code <= to))?.path
}

/** `U+0400-045F` or `U+2116`. */
function toRange(range: string): [number, number] {
  const [from = 0, to = from] = range
    .slice(2)
    .split('-')
    .map((hex) => Number.parseInt(hex, 16))
  return [from, to]
}
