import type { Request } from 'express'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLoginCookie, LOGIN_SECONDS, type LoginCookie } from './cookies.ts'

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

function createInstance() {
  return createLoginCookie({ key: new Uint8Array(32), finish: async () => true })
}
