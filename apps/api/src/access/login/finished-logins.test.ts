import { afterEach, expect, test, vi } from 'vitest'
import type { RedisPool } from '../../redis/redis-pool.ts'
import { createFinishedLogins } from './finished-logins.ts'
import { LOGIN_SECONDS } from './login-cookie.ts'

afterEach(() => void vi.useRealTimers())

test('a login that one instance has finished is refused by another until its cookie expires', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  const redis = createFakeRedis()
  expect(await createFinishedLogins({ redis }).markFinished('state')).toBe(true)
  const other = () => createFinishedLogins({ redis })
  vi.advanceTimersByTime((LOGIN_SECONDS - 1) * 1000)
  expect(await other().markFinished('state')).toBe(false)
  expect(await other().markFinished('another state')).toBe(true)
})

/** Sets a key that does not exist or has expired. */
function createFakeRedis(): RedisPool {
  const expiries = new Map<string, number>()
  const connection = {
    set: async (key: string, _value: string, unit: 'EX' | 'PX', time: number) => {
      if ((expiries.get(key) ?? 0) > Date.now()) return null
      expiries.set(key, Date.now() + time * (unit === 'EX' ? 1000 : 1))
      return 'OK'
    },
  }
  return {
    keyPrefix: 'test',
    run: (command: (fake: unknown) => Promise<unknown>) => command(connection),
  } as unknown as RedisPool
}
