import { beforeEach, describe, expect } from 'vitest'
import { createBrowserSession } from './browser-session.ts'
import { me, resetDiscord, signIn, signInForCookie, test } from './login-setup.ts'
import { rawFetch } from './raw-request.ts'

const DISCORD_PAGE = {
  origin: 'https://discord.com',
  'sec-fetch-site': 'cross-site',
  'sec-fetch-mode': 'cors',
}
const OWN = '__Host-session'
const FOREIGN = '__Host-session-partitioned'

beforeEach<{ discord: Parameters<typeof resetDiscord>[0] }>(({ discord }) => resetDiscord(discord))

test('the cookie of a login in progress is HttpOnly and SameSite=Lax, for ten minutes', async ({ api }) => {
  const { setCookies } = await api.request('/auth/discord')
  expect(setCookies).toEqual([
    expect.stringMatching(
      /^__Host-login-[0-9a-f]{16}=[\w.-]+; Max-Age=600; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
    ),
  ])
})

test('of two session cookies with one name, neither is used, because a page may have set the other', async ({
  api,
}) => {
  const own = await signInForCookie(api)
  for (const cookie of [`${own}; ${OWN}=${'a'.repeat(43)}`, `${OWN}=${'a'.repeat(43)}; ${own}`]) {
    const { status } = await api.request('/me', { headers: { cookie } })
    expect(status).toBe(401)
  }
})

describe('a page of a listed foreign origin', () => {
  test('gets a partitioned cookie of its own name', async ({ api, discord }) => {
    const { setCookies, ...answer } = await rawFetch(foreignCallback(api, discord), { headers: DISCORD_PAGE })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://discord.com')
    expect(answer.headers.get('access-control-allow-credentials')).toBe('true')
    expect(setCookies.filter((line) => line.includes('session'))).toEqual([
      expect.stringMatching(
        /^__Host-session-partitioned=[\w-]{43}; Max-Age=604800; Path=\/; Expires=[^;]+; HttpOnly; Secure; Partitioned; SameSite=None$/,
      ),
    ])
  })

  test('is signed in with both cookies, whichever of them has ended', async ({ api, discord }) => {
    for (const ended of [undefined, OWN, FOREIGN]) {
      resetDiscord(discord)
      const browser = await signIn(api)
      const page = await foreignSignIn(api, discord)
      for (const [name, value] of page.cookies) browser.cookies.set(name, value)
      expect([...browser.cookies.keys()].toSorted()).toEqual([OWN, FOREIGN])
      if (ended !== undefined) browser.cookies.set(ended, 'a'.repeat(43))
      const answer = await browser.fetch(`${api.baseUrl}/me`, { headers: DISCORD_PAGE })
      expect([answer.status, JSON.parse(answer.body).user?.id], ended).toEqual([200, discord.user.id])
    }
  })

  test('prefers its own session, which is ignored on the service’s page', async ({ api, discord }) => {
    const browser = await signIn(api)
    const own = discord.user.id
    resetDiscord(discord)
    const page = await foreignSignIn(api, discord)
    for (const [name, value] of page.cookies) browser.cookies.set(name, value)
    const there = await browser.fetch(`${api.baseUrl}/me`, { headers: DISCORD_PAGE })
    expect(JSON.parse(there.body).user.id).toBe(discord.user.id)
    expect((await me(browser, api)).body.user.id).toBe(own)
    browser.cookies.delete(OWN)
    expect((await me(browser, api)).status).toBe(401)
  })

  test('is signed in with neither of two cookies with one name', async ({ api, discord }) => {
    const { cookies } = await foreignSignIn(api, discord)
    const own = `${FOREIGN}=${cookies.get(FOREIGN)}`
    const me = async (cookie: string) =>
      (await api.request('/me', { headers: { ...DISCORD_PAGE, cookie } })).status
    expect(await me(`${own}; ${OWN}=${'a'.repeat(43)}`)).toBe(200)
    for (const name of [OWN, FOREIGN]) {
      const id = cookies.get(FOREIGN)
      expect(await me(`${name}=${id}; ${name}=${'b'.repeat(43)}`), name).toBe(401)
    }
  })

  test('ends every session that it sends when it signs out', async ({ api, discord }) => {
    const browser = await signIn(api)
    const page = await foreignSignIn(api, discord)
    for (const [name, value] of page.cookies) browser.cookies.set(name, value)
    const copy = new Map(browser.cookies)
    const answer = await browser.fetch(`${api.baseUrl}/logout`, { method: 'POST', headers: DISCORD_PAGE })
    expect(JSON.parse(answer.body).ended).toBe(2)
    expect([...browser.cookies.keys()]).toEqual([])
    for (const [name, value] of copy) browser.cookies.set(name, value)
    expect((await browser.fetch(`${api.baseUrl}/me`, { headers: DISCORD_PAGE })).status).toBe(401)
  })
})

test('/me has avatar and discriminator, null if the provider has none', async ({ api, discord }) => {
  discord.user = { ...discord.user, avatar: '8342729096ea3675442027381ff50dfe', discriminator: '1337' }
  expect((await me(await signIn(api), api)).body.user).toMatchObject({
    avatar: '8342729096ea3675442027381ff50dfe',
    discriminator: '1337',
  })
  resetDiscord(discord)
  expect((await me(await signIn(api), api)).body.user).toMatchObject({ avatar: null, discriminator: null })
})

type Setup = { api: { baseUrl: string }; discord: Parameters<typeof resetDiscord>[0] }

function foreignCallback(api: Setup['api'], discord: Setup['discord']): string {
  const callback = `${api.baseUrl}/auth/discord/callback`
  return `${callback}?code=${discord.issueCode(callback)}`
}

/** The login of a plugin: the page runs Discord's authorization and fetches the callback. */
async function foreignSignIn(api: Setup['api'], discord: Setup['discord']) {
  const browser = createBrowserSession()
  await browser.fetch(foreignCallback(api, discord), { headers: DISCORD_PAGE })
  return browser
}
