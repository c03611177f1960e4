import type { Request } from 'express'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RedisPool } from '../../redis/redis-pool.ts'
import { createLoginCookie, LOGIN_SECONDS, type LoginCookie } from './login-cookie.ts'

const LOGIN = { provider: 'discord', state: 's', codeVerifier: 'v', nonce: 'n', redirect: '/me' }

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'] }))
afterEach(() => void vi.useRealTimers())

test('a login can be finished for ten minutes', async () => {
  const instance = createInstance()
  const callback = await start(instance)
  vi.advanceTimersByTime((LOGIN_SECONDS - 1) * 1000)
  expect(await instance.take(callback, 'discord', 's')).toEqual(LOGIN)
  vi.advanceTimersByTime(2000)
  expect(await createInstance().take(callback, 'discord', 's')).toBeUndefined()
})

test('a login that one instance has finished is refused by another until its cookie expires', async () => {
  const redis = createFakeRedis()
  const callback = await start(createInstance(redis))
  expect(await createInstance(redis).take(callback, 'discord', 's')).toEqual(LOGIN)
  vi.advanceTimersByTime((LOGIN_SECONDS - 1) * 1000)
  expect(await createInstance(redis).take(callback, 'discord', 's')).toBeUndefined()
  const another = { ...LOGIN, state: 'another' }
  const callbackOfAnother = await start(createInstance(), another)
  expect(await createInstance(redis).take(callbackOfAnother, 'discord', 'another')).toEqual(another)
})

/** Starts the login; the returned request has its cookie. */
async function start(instance: LoginCookie, login = LOGIN): Promise<Request> {
  const headers = { cookie: '' }
  const res = {
    cookie: (name: string, value: string) => {
      headers.cookie = `${name}=${value}`
    },
    clearCookie: () => {},
  }
  const req = { headers, res } as unknown as Request
  await instance.set(req, login)
  return req
}

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
