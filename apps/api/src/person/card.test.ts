import { afterEach, expect, test, vi } from 'vitest'
import { createCardRenderer } from './card.ts'
import { renderPng } from './card-worker.ts'

const CARD = { place: 'Tokyo', zone: 'UTC+9', hour: 12 }

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

test('the picture shows the place and the sky of the hour', () => {
  const picture = renderPng(CARD)
  expect(renderPng({ ...CARD, place: 'Curaçao' })).not.toEqual(picture)
  expect(renderPng({ ...CARD, hour: 1 })).not.toEqual(picture)
  expect(renderPng(CARD)).toEqual(picture)
})
