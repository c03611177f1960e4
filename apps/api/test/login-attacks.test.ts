import { generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { describe, expect } from 'vitest'
import { type BrowserSession, createBrowserSession } from './browser-session.ts'
import { agree, loginCookieOf, SESSION_COOKIE, signInForCookie, test } from './login-setup.ts'
import { rawFetch } from './raw-request.ts'
import { createTestKey, startTestApi, type TestApi } from './start-test-api.ts'

describe('a callback is refused, and gives no session,', () => {
  test('in a browser other than the one that started it (login CSRF)', async ({ api }) => {
    const { callback } = await agree(api.baseUrl)
    await expectRefused(createBrowserSession(), callback)
    const { browser } = await agree(api.baseUrl)
    const foreign = (await agree(api.baseUrl)).callback
    await expectRefused(browser, foreign)
  })

  test('with an unknown state, or without one', async ({ api }) => {
    const { browser, callback } = await agree(api.baseUrl)
    for (const state of ['', 'x', 'a'.repeat(43)]) {
      const url = new URL(callback)
      url.searchParams.set('state', state)
      await expectRefused(browser, url.href)
    }
    const without = new URL(callback)
    without.searchParams.delete('state')
    await expectRefused(browser, without.href)
  })

  test('with a repeated state, or a planted cookie next to the real one', async ({ api }) => {
    const { browser, callback } = await agree(api.baseUrl)
    expect((await browser.fetch(`${callback}&state=x`)).status).toBe(400)
    const real = loginCookieOf(browser)
    const headers = { cookie: `${real.split('=')[0]}=planted; ${real}` }
    expect((await rawFetch(callback, { headers })).status).toBe(403)
  })

  test('at another deployment', async ({ api, discord }) => {
    await using other = await startTestApi({ AUTH: 'required', ...discord.env })
    const { browser, callback } = await agree(api.baseUrl)
    await expectRefused(browser, callback.replace(api.baseUrl, other.baseUrl))
  })

  test('with the code of another login (PKCE)', async ({ api }) => {
    const [mine, foreign] = [await agree(api.baseUrl), await agree(api.baseUrl)]
    const url = new URL(mine.callback)
    url.searchParams.set('code', new URL(foreign.callback).searchParams.get('code') ?? '')
    const answer = await mine.browser.fetch(url.href)
    expect([answer.status, mine.browser.cookies.has(SESSION_COOKIE)]).toEqual([401, false])
  })
})

test('only an API key works as a bearer token: an unsigned or a foreign JWT does not', async ({ api }) => {
  const { privateKey } = await generateKeyPair('RS256')
  const claims = { sub: '80351110224678912', scope: 'admin' }
  const { key, revoke } = await createTestKey(api)
  const expired = await createTestKey(api, { lifetimeSeconds: -1 })
  await revoke()
  for (const token of [
    new UnsecuredJWT(claims).encode(),
    await new SignJWT(claims).setProtectedHeader({ alg: 'RS256' }).sign(privateKey),
    '',
    'null',
    'tzr_',
    `tzr_${'0'.repeat(72)}`,
    key,
    key.slice(0, 20),
    `${key}0`,
    expired.key,
    (await signInForCookie(api)).replace(`${SESSION_COOKIE}=`, ''),
  ]) {
    const before = await records(api)
    const answer = await api.request('/set', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: { user_id: '1', username: 'x', timezone: 'UTC' },
    })
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    expect(await records(api)).toEqual(before)
  }
})

test('a cookie without the prefix, which others can plant, is not read', async ({ api }) => {
  const cookie = await signInForCookie(api)
  const bare = cookie.replace('__Host-', '')
  expect((await api.request('/me', { headers: { cookie: bare } })).status).toBe(401)
  expect((await api.request('/me', { headers: { cookie } })).status).toBe(200)
})

async function expectRefused(browser: BrowserSession, callback: string): Promise<void> {
  const answer = await browser.fetch(callback)
  expect([
    answer.status,
    JSON.parse(answer.body).code,
    answer.setCookies.filter((line) => line.startsWith(`${SESSION_COOKIE}=`)),
  ]).toEqual([403, 'forbidden', []])
  expect(browser.cookies.has(SESSION_COOKIE)).toBe(false)
}

function records(api: TestApi) {
  return api.execute('select * from timezones order by user_id')
}
