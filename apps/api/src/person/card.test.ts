import { afterEach, expect, test, vi } from 'vitest'
import { createCardRenderer } from './card.ts'
import { renderPng } from './card-worker.ts'

const CARD = {
  title: 'Tokyo',
  line: 'UTC+9',
  sky: { start: '#aaccff', end: '#ccddff', ink: '#000000' },
  ribbons: [{ label: '', from: 0 }],
  moment: 0.5,
}

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('a picture is kept for 40 s, and no longer: the person may have erased their record', async () => {
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
  for (const milliseconds of [0, 39_000, 2000]) {
    await pass(milliseconds)
    await cards.render(CARD).draw()
  }
  expect(drawn).toBe(2)
})

test('a picture that took too long to draw is there on the next try', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const drawing = Promise.withResolvers<Buffer>()
  const drawPng = vi.fn(() => drawing.promise)
  await using cards = createCardRenderer({ drawPng })
  const first = expect(cards.render(CARD).draw()).rejects.toMatchObject({ name: 'Unavailable' })
  await vi.advanceTimersByTimeAsync(9000)
  await first
  drawing.resolve(Buffer.from('png'))
  expect(String(await cards.render(CARD).draw())).toBe('png')
  expect(drawPng).toHaveBeenCalledTimes(1)
})

test('what draws is compiled once, for every worker', async () => {
  const compile = vi.spyOn(WebAssembly, 'compile')
  await using cards = createCardRenderer()
  for (const title of ['Lima', 'Oslo']) {
    const picture = await cards.render({ ...CARD, title }).draw()
    expect(picture.subarray(1, 4).toString()).toBe('PNG')
  }
  expect(compile).toHaveBeenCalledTimes(1)
})

test('the picture shows the place, the sky, the line and a ribbon for each zone', () => {
  const picture = renderPng(CARD)
  const two = [CARD.ribbons, { label: 'Lima 6:00', from: 300 }].flat()
  for (const other of [
    { title: 'Curaçao' },
    { sky: { ...CARD.sky, end: '#000000' } },
    { moment: 0.1 },
    { ribbons: two },
  ])
    expect(renderPng({ ...CARD, ...other })).not.toEqual(picture)
  expect(renderPng(CARD)).toEqual(picture)
})
