import { redisMissing, startTestRedis } from '@timezone-registry/test-servers/redis'
import { waitUntil } from '@timezone-registry/test-servers/server-process'
import { describe, expect } from 'vitest'
import type { BrowserSession } from './browser-session.ts'
import { agree, test as base, me, resetDiscord, SESSION_COOKIE } from './login-setup.ts'
import { rawFetch } from './raw-request.ts'
import { createTestKey, startTestApi, type TestApi } from './start-test-api.ts'

type Regions = { eu: TestApi; alsoEu: TestApi; us: TestApi }

const WRITES_PER_MINUTE = 10
// How long a region may accept what was revoked in another one.
const MAX_REVOCATION_SECONDS = 5

/** Three instances over one database: two share a Redis, and the third has its own, as in another region. */
const test = base.extend<{ regions: Regions }>({
  regions: [
    async ({ discord }, use) => {
      await using euRedis = await startTestRedis()
      // Not the one that all tests share.
      await using usRedis = await startTestRedis({ toBreak: true })
      const env = {
        ...discord.env,
        AUTH: 'required',
        RATE_LIMIT_WRITES_PER_MINUTE: String(WRITES_PER_MINUTE),
        TRUST_PROXY: '1',
        PUBLIC_URL: 'http://timezones.test',
      }
      await using eu = await startTestApi({ ...env, REDIS_URL: euRedis.url })
      const shared = { ...env, DATABASE_URL: eu.databaseUrl }
      await using alsoEu = await startTestApi({ ...shared, REDIS_URL: euRedis.url })
      await using us = await startTestApi({ ...shared, REDIS_URL: usRedis.url })
      await use({ eu, alsoEu, us })
    },
    { scope: 'file' },
  ],
})

describe.skipIf(redisMissing() !== undefined)('instances in two regions', () => {
  test.beforeEach(({ discord }) => resetDiscord(discord))

  test('count a caller’s writes together in a region, and separately in another', async ({ regions }) => {
    const { eu, alsoEu, us } = regions
    const { key } = await createTestKey(eu)
    for (let count = 0; count < WRITES_PER_MINUTE; count++) expect(await write(eu, key)).toBe(200)
    expect(await write(eu, key)).toBe(429)
    await waitUntil(async () => (await write(alsoEu, key)) === 429, 'the other instance to know')
    const inUs: number[] = []
    for (let count = 0; count < WRITES_PER_MINUTE + 1; count++) inUs.push(await write(us, key))
    expect(inUs).toEqual([...Array(WRITES_PER_MINUTE).fill(200), 429])
  })

  test('accept a login that began in the other one, and its session', async ({ regions: { eu, us } }) => {
    const browser = await signInAt({ beginsAt: eu, endsAt: us })
    for (const api of [us, eu]) expect((await me(browser, api)).status).toBe(200)
  })

  test('refuse a session within five seconds after a logout in the other one', async ({ regions }) => {
    const { eu, alsoEu, us } = regions
    const browser = await signInAt({ beginsAt: eu, endsAt: eu })
    const cookie = `${SESSION_COOKIE}=${browser.cookies.get(SESSION_COOKIE)}`
    const statusAt = async ({ baseUrl }: TestApi) =>
      (await rawFetch(`${baseUrl}/me`, { headers: { cookie } })).status
    for (const api of [eu, alsoEu, us]) expect(await statusAt(api)).toBe(200)
    const signedOut = await browser.fetch(`${eu.baseUrl}/logout`, { method: 'POST' })
    expect(signedOut.status).toBe(200)
    expect(await statusAt(eu)).toBe(401)
    const isRefused = async () =>
      (await Promise.all([alsoEu, us].map(statusAt))).every((status) => status === 401)
    await waitUntil(isRefused, 'the logout', MAX_REVOCATION_SECONDS)
  })

  test('refuse a key within five seconds after it was revoked', async ({ regions: { eu, us } }) => {
    const { key, revoke } = await createTestKey(eu, { scopes: ['records:read'] })
    const statusAt = async ({ baseUrl }: TestApi) =>
      (await rawFetch(`${baseUrl}/get?id=nobody`, { headers: { authorization: `Bearer ${key}` } })).status
    for (const api of [eu, us]) expect(await statusAt(api)).toBe(404)
    await revoke()
    const isRefused = async () =>
      (await Promise.all([eu, us].map(statusAt))).every((status) => status === 401)
    await waitUntil(isRefused, 'the revocation', MAX_REVOCATION_SECONDS)
  })
})

/** A browser after a login, whose requests a balancer sends to different instances. */
async function signInAt({
  beginsAt,
  endsAt,
}: {
  beginsAt: TestApi
  endsAt: TestApi
}): Promise<BrowserSession> {
  const { browser, callback } = await agree(beginsAt.baseUrl)
  const { search, pathname } = new URL(callback)
  await browser.fetch(`${endsAt.baseUrl}${pathname}${search}`)
  return browser
}

async function write({ baseUrl }: TestApi, key: string): Promise<number> {
  const { status } = await rawFetch(`${baseUrl}/delete?user_id=nobody`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${key}` },
  })
  return status
}
