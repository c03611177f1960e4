import { afterEach, expect, test, vi } from 'vitest'
import { createLoginCookie, LOGIN_SECONDS } from './login-cookie.ts'

const LOGIN = { provider: 'discord', state: 's', codeVerifier: 'v', nonce: 'n', redirect: '/me' }

afterEach(() => void vi.useRealTimers())

test('the state of a login can be opened for ten minutes', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const loginCookie = createLoginCookie({ key: new Uint8Array(32) })
  const sealed = await loginCookie.seal(LOGIN)
  vi.advanceTimersByTime((LOGIN_SECONDS - 1) * 1000)
  expect(await loginCookie.open(sealed)).toEqual(LOGIN)
  vi.advanceTimersByTime(2000)
  expect(await loginCookie.open(sealed)).toBeUndefined()
})
