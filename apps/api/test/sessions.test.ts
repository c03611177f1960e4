import { waitUntil } from '@timezone-registry/test-servers/server-process'
import { describe, expect } from 'vitest'
import { createBrowserSession } from './browser-session.ts'
import { agree, me, resetDiscord, SESSION_COOKIE, signIn, test } from './login-setup.ts'
import { startTestApi, type TestApi } from './start-test-api.ts'

test.beforeEach(({ discord }) => resetDiscord(discord))

describe('a session', () => {
  test('has a cookie that scripts cannot read and only TLS or loopback carries', async ({ api, discord }) => {
    expect(sessionCookie(await finishLogin(api))).toMatch(
      /^__Host-session=[\w-]{43}; Max-Age=604800; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=None$/,
    )
    const PUBLIC_URL = 'https://timezones.example'
    for (const [CORS_ORIGINS, sameSite] of [
      ['https://discord.com', 'None'],
      [PUBLIC_URL, 'Lax'],
    ] as const) {
      await using secure = await startTestApi({ AUTH: 'required', PUBLIC_URL, CORS_ORIGINS, ...discord.env })
      expect(sessionCookie(await finishLogin(secure, PUBLIC_URL))).toMatch(
        new RegExp(
          `^__Host-session=[^;]+; Max-Age=604800; Path=/; Expires=[^;]+; HttpOnly; Secure; SameSite=${sameSite}$`,
        ),
      )
    }
  })

  test('is new at each login, which ends the previous one (fixation)', async ({ api }) => {
    const browser = await signIn(api)
    const before = browser.cookies.get(SESSION_COOKIE)
    await browser.navigate(`${api.baseUrl}/auth/discord`)
    expect(browser.cookies.get(SESSION_COOKIE)).not.toBe(before)
    const planted = createBrowserSession()
    planted.cookies.set(SESSION_COOKIE, before ?? '')
    expect((await me(planted, api)).status).toBe(401)
    const chosen = createBrowserSession()
    chosen.cookies.set(SESSION_COOKIE, 'a'.repeat(43))
    await chosen.navigate(`${api.baseUrl}/auth/discord`)
    expect(chosen.cookies.get(SESSION_COOKIE)).not.toBe('a'.repeat(43))
  })

  test('ends with POST /logout, here or everywhere; GET changes nothing', async ({ api }) => {
    const browsers = [await signIn(api), await signIn(api), await signIn(api)] as const
    expect((await browsers[0].fetch(`${api.baseUrl}/logout`)).status).toBe(405)
    expect((await me(browsers[0], api)).status).toBe(200)
    const one = await browsers[0].fetch(`${api.baseUrl}/logout`, { method: 'POST' })
    expect(JSON.parse(one.body)).toEqual({ message: 'Signed out', ended: 1 })
    expect(one.setCookies[0]).toMatch(/^__Host-session=;.*Expires=Thu, 01 Jan 1970/)
    expect(await Promise.all(browsers.map(async (browser) => (await me(browser, api)).status))).toEqual([
      401, 200, 200,
    ])
    const all = await browsers[1].fetch(`${api.baseUrl}/logout?everywhere=true`, { method: 'POST' })
    expect(JSON.parse(all.body)).toMatchObject({ ended: 2 })
    expect(await Promise.all(browsers.map(async (browser) => (await me(browser, api)).status))).toEqual([
      401, 401, 401,
    ])
    expect((await browsers[0].fetch(`${api.baseUrl}/logout`, { method: 'POST' })).status).toBe(200)
  })

  test('expires at its maximum age even when used, and earlier when idle', async ({ discord }) => {
    await using short = await startTestApi({
      ...discord.env,
      AUTH: 'required',
      SESSION_TTL_SECONDS: '300',
      SESSION_IDLE_SECONDS: '100',
    })
    const [used, idle] = [await signIn(short), await signIn(short)]
    const statuses = async () => [(await me(used, short)).status, (await me(idle, short)).status]
    const [{ id: lastId } = {}] = await short.execute(
      'select id_hash as id from sessions order by created_at desc limit 1',
    )
    await short.execute(
      `update sessions set last_used_at = now() - interval '100 seconds' where id_hash = '${lastId}'`,
    )
    expect(await statuses()).toEqual([200, 401])
    await short.execute("update sessions set created_at = created_at - interval '300 seconds'")
    await expect.poll(statuses).toEqual([401, 401])
  })
})

test('a login begun on one instance finishes on another, and a logout takes effect there, too', async ({
  discord,
}) => {
  const env = { ...discord.env, AUTH: 'required', PUBLIC_URL: 'http://localhost:1' }
  await using first = await startTestApi(env)
  await using second = await startTestApi({ ...env, DATABASE_URL: first.databaseUrl })
  const { browser, callback } = await agree(first.baseUrl)
  const { pathname, search } = new URL(callback)
  expect((await browser.fetch(`${second.baseUrl}${pathname}${search}`)).status).toBe(200)
  for (const instance of [first, second]) expect((await me(browser, instance)).status).toBe(200)

  const other = createBrowserSession()
  for (const [name, value] of browser.cookies) other.cookies.set(name, value)
  await browser.fetch(`${first.baseUrl}/logout`, { method: 'POST' })
  expect((await me(other, first)).status).toBe(401)
  await waitUntil(async () => (await me(other, second)).status === 401, 'the session to be gone')
})

/** The answer that sets the cookie; PUBLIC_URL of the instance may be another address. */
async function finishLogin(instance: TestApi, publicUrl = instance.baseUrl) {
  const { browser, callback } = await agree(instance.baseUrl)
  return browser.fetch(callback.replace(publicUrl, instance.baseUrl))
}

function sessionCookie({ setCookies }: { setCookies: string[] }): string | undefined {
  return setCookies.find((line) => line.includes('session='))
}
