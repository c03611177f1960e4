import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RedisPool } from '../../redis/redis-pool.ts'
import { createLoginCookie, LOGIN_SECONDS } from './login-cookie.ts'

const LOGIN = { provider: 'discord', state: 's', codeVerifier: 'v', nonce: 'n', redirect: '/me' }

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'] }))
afterEach(() => void vi.useRealTimers())

test('a login can be finished for ten minutes', async () => {
  const instance = createInstance()
  const sealed = await instance.seal(LOGIN)
  vi.advanceTimersByTime((LOGIN_SECONDS - 1) * 1000)
  expect(await instance.take(sealed, LOGIN)).toEqual(LOGIN)
  vi.advanceTimersByTime(2000)
  expect(await createInstance().take(sealed, LOGIN)).toBeUndefined()
})

test('a login that one instance has finished is refused by another until its cookie expires', async () => {
  const redis = createFakeRedis()
  const sealed = await createInstance(redis).seal(LOGIN)
  expect(await createInstance(redis).take(sealed, LOGIN)).toEqual(LOGIN)
  vi.advanceTimersByTime((LOGIN_SECONDS - 1) * 1000)
  expect(await createInstance(redis).take(sealed, LOGIN)).toBeUndefined()
  const another = { ...LOGIN, state: 'another' }
  expect(await createInstance(redis).take(await createInstance().seal(another), another)).toEqual(another)
})

function createInstance(redis?: RedisPool) {
  return createLoginCookie({ key: new Uint8Array(32), redis })
}

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
