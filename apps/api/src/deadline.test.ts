import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withDeadline } from './deadline.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

test('work that takes too long is given up with an error, and its end changes nothing', async () => {
  const work = Promise.withResolvers<string>()
  const result = withDeadline(100, () => work.promise)
  vi.advanceTimersByTime(100)
  await expect(result).rejects.toMatchObject({
    code: 'unavailable',
    cause: { message: 'Took more than 100 ms' },
  })
  work.reject(new Error('later'))
})

test.each([
  ['done', () => Promise.resolve('done')],
  ['failed', () => Promise.reject(new Error('failed'))],
  [
    'thrown',
    () => {
      throw new Error('thrown')
    },
  ],
])('work in time has its own result, and leaves no timer: %s', async (expected, work) => {
  expect(await withDeadline<string>(100, work).catch(({ message }: Error) => message)).toBe(expected)
  expect(vi.getTimerCount()).toBe(0)
})
