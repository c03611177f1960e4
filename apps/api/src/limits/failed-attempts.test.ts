import { expect, onTestFinished, test, vi } from 'vitest'
import { Unauthenticated, Unavailable } from '../errors.ts'
import { createFailedAttempts } from './failed-attempts.ts'

const HERE = { id: 'here' }
const LATER = () => new Promise((resolve) => setImmediate(resolve))

function createLimit() {
  const limit = createFailedAttempts(5)
  let looked = 0
  /** The results of attempts at once, and how many were checked. */
  const attempt = async (count: number, find: () => Promise<unknown>) => {
    looked = 0
    const results = await Promise.all(
      Array.from({ length: count }, () =>
        limit(HERE, async () => {
          looked += 1
          await LATER()
          return find()
        }).catch((error: Error) => error.name),
      ),
    )
    return { looked, results: [...new Set(results)] }
  }
  return { attempt }
}

test('of a hundred invalid credentials at once, five are looked up', async () => {
  const { attempt } = createLimit()
  expect(await attempt(100, async () => undefined)).toEqual({
    looked: 5,
    results: [undefined, 'RateLimited'],
  })
  expect(await attempt(1, async () => 'valid')).toEqual({ looked: 0, results: ['RateLimited'] })
})

test('a hundred valid ones at once are all accepted, and use nothing up', async () => {
  const { attempt } = createLimit()
  expect(await attempt(100, async () => 'valid')).toEqual({ looked: 100, results: ['valid'] })
  expect(await attempt(100, async () => undefined)).toMatchObject({ looked: 5 })
})

test('a refusal counts as a failure, an outage does not', async () => {
  const { attempt } = createLimit()
  const isDown = () => Promise.reject(new Unavailable('The database is down'))
  expect(await attempt(20, isDown)).toEqual({ looked: 20, results: ['Unavailable'] })
  const refused = () => Promise.reject(new Unauthenticated('No'))
  expect(await attempt(20, refused)).toEqual({ looked: 5, results: ['Unauthenticated', 'RateLimited'] })
})

test('each check that ends admits one that waits, in order of arrival, and too many do not wait', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const limit = createFailedAttempts(1)
  const running: PromiseWithResolvers<string>[] = []
  const find = () => {
    const check = Promise.withResolvers<string>()
    running.push(check)
    return check.promise
  }
  const results = Array.from({ length: 1101 }, () => limit(HERE, find).catch((error: Error) => error.name))
  expect(await results.at(-1)).toBe('Overloaded')
  for (let ended = 1; ended <= 10; ended++) {
    running[ended - 1]?.resolve(`check ${ended}`)
    expect(await results[ended - 1]).toBe(`check ${ended}`)
    await LATER()
    expect(running).toHaveLength(ended + 1)
  }
  // One that does not end keeps the others waiting for a bounded time.
  await vi.advanceTimersByTimeAsync(1000)
  expect(await Promise.all(results.slice(11))).toEqual(Array.from({ length: 1090 }, () => 'Overloaded'))
})
