import { Resvg } from '@resvg/resvg-wasm'
import { afterEach, expect, test, vi } from 'vitest'
import { createCardRenderer } from './card.ts'
import { renderPng } from './card-worker.ts'

const CARD = { name: 'nelly', place: 'Tokyo', zone: 'UTC+9', change: '', hour: 12 }

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('a picture is kept for a minute, and no longer: the person may have erased their record', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let now = performance.now()
  // The cache has a reference to this object.
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const pass = async (milliseconds: number) => {
    now += milliseconds
    await vi.advanceTimersByTimeAsync(milliseconds)
  }
  let drawn = 0
  await using cards = createCardRenderer({
    drawPng: async () => {
      drawn += 1
      return Buffer.from('png')
    },
  })
  for (const milliseconds of [0, 59_000, 2000]) {
    await pass(milliseconds)
    await cards.render(CARD).draw()
  }
  expect(drawn).toBe(2)
})

test.each([
  ['حتى 28 مارس 2027، ثم UTC+2', 'حتى 11 مارس 2027، ثم UTC+3'],
  ['दिल्ली 28', 'दिल्ली 11'],
  ['ไทย Ab', 'ไทย Xy'],
])('digits and Latin letters beside another script are no boxes: %s', (change, other) => {
  expect(renderPng({ ...CARD, change })).not.toEqual(renderPng({ ...CARD, change: other }))
})

/** The widths of the words in the last line, in pixels, from left to right. */
function widthsOf(change: string): number[] {
  const png = Buffer.from(renderPng({ ...CARD, change })).toString('base64')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"><image href="data:image/png;base64,${png}" width="1200" height="630"/></svg>`
  const { pixels, width } = new Resvg(svg).render()
  const [from, until] = [384, 444].map((row) => 4 * row * width)
  const dark = new Set<number>()
  for (let at = from ?? 0; at < (until ?? 0); at += 4) if ((pixels[at] ?? 0) < 128) dark.add((at / 4) % width)
  const columns = [...dark].toSorted((a, b) => a - b)
  // Narrower than a space, wider than what is between two letters.
  const starts = columns.filter((column, place) => column - (columns[place - 1] ?? -100) > 8)
  return starts.map(
    (start) =>
      columns.filter((column) => column >= start && !starts.some((other) => other > start && other <= column))
        .length,
  )
}

const alone = new Map<string, number>()

/** The width of a word that nothing is beside. */
function widthOf(word: string): number {
  const width = alone.get(word) ?? widthsOf(word).reduce((sum, part) => sum + part, 0)
  alone.set(word, width)
  return width
}

test.each([
  ['राम दिल्ली 28', ['राम', 'दिल्ली', '28']],
  ['กรุง เทพ Ab', ['กรุง', 'เทพ', 'Ab']],
  ['東京 Tokyo 東京', ['東京', 'Tokyo', '東京']],
  ['Łódź -> Иван', ['Łódź', '->', 'Иван']],
  ['Ab 😀 Ali', ['Ab', 'Ali']],
  ['தமிழ் பெயர் Ab', ['Ab']],
  ['محمد Ali 東京 علي 28', ['28', 'علي', 'Ali', '東京', 'محمد']],
  ['Ali محمد 28 علي Ab', ['Ali', 'علي', '28', 'محمد', 'Ab']],
])('each word of a line is whole, after a space, where it is read: %s', (line, expected) => {
  const widths = widthsOf(line)
  expect(widths).toHaveLength(expected.length)
  const apart = expected.map((word, place) => Math.abs((widths[place] ?? 0) - widthOf(word)))
  expect(Math.max(...apart)).toBeLessThanOrEqual(2)
})

test.each([
  ['राम', 'रम'],
  ['दिन', 'दन'],
  ['คำคำ', 'คคำ'],
])('a vowel sign has room beside its letter: %s is wider than %s', (word, shorter) => {
  expect(widthOf(word)).toBeGreaterThan(widthOf(shorter) + 4)
})
