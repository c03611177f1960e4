import { redisMissing, startTestRedis } from '@timezone-registry/test-servers/redis'
import { Redis } from 'ioredis'
import { describe, expect } from 'vitest'
import { hashOf } from '../src/access/secrets.ts'
import { createBrowserSession } from './browser-session.ts'
import { agree, me, signIn, test } from './login-setup.ts'
import { startTestApi } from './start-test-api.ts'

const FORGED_ID = 'f'.repeat(43)

describe.skipIf(redisMissing({ toBreak: true }) !== undefined)('Redis contents cannot sign anyone in', () => {
  test('an entry that was forged, or moved to another session, is ignored', async ({ discord }) => {
    await using redis = await startTestRedis({ toBreak: true })
    await using api = await startTestApi({ AUTH: 'required', REDIS_URL: redis.url, ...discord.env })
    await using connection = disposable(new Redis(redis.url))
    const browser = await signIn(api)
    expect((await me(browser, api)).status).toBe(200)
    const [key = ''] = await connection.keys('timezone-registry:session:*')
    const sealed = (await connection.get(key)) ?? ''
    const entry = sealed.slice(sealed.indexOf('{'))
    expect(JSON.parse(entry)).toMatchObject({ person: { userId: discord.user.id } })

    const forged = createBrowserSession()
    forged.cookies.set('__Host-session', FORGED_ID)
    for (const value of [entry, sealed, `.${entry}`, `${'A'.repeat(43)}.${entry}`, 'x', '']) {
      await connection.set(`timezone-registry:session:${hashOf(FORGED_ID)}`, value)
      expect((await me(forged, api)).status).toBe(401)
    }
  })

  test('deployments that share a Redis, with one prefix or two, do not accept each other’s sessions', async ({
    discord,
  }) => {
    await using redis = await startTestRedis({ toBreak: true })
    const env = { AUTH: 'required', REDIS_URL: redis.url, ...discord.env }
    await using one = await startTestApi(env)
    await using same = await startTestApi(env)
    await using apart = await startTestApi({ ...env, REDIS_KEY_PREFIX: 'another' })
    const browser = await signIn(one)
    expect((await me(browser, one)).status).toBe(200)
    for (const other of [same, apart]) expect((await me(browser, other)).status).toBe(401)
    expect((await me(await signIn(apart), apart)).status).toBe(200)
    await using connection = disposable(new Redis(redis.url))
    const prefixes = (await connection.keys('*')).map((key) => key.split(':')[0])
    expect(new Set(prefixes)).toEqual(new Set(['timezone-registry', 'another']))
  })
})

test('a login started at one deployment cannot finish at another', async ({ api, discord }) => {
  await using other = await startTestApi({ AUTH: 'required', ...discord.env })
  const { browser, callback } = await agree(api.baseUrl)
  const answer = await browser.fetch(callback.replace(api.baseUrl, other.baseUrl))
  expect([answer.status, browser.cookies.has('__Host-session')]).toEqual([403, false])
})

test('without Redis, a login started at one process finishes at another', async ({ api, discord }) => {
  await using other = await startTestApi({
    AUTH: 'required',
    DATABASE_URL: api.databaseUrl,
    PUBLIC_URL: api.baseUrl,
    ...discord.env,
  })
  const { browser, callback } = await agree(api.baseUrl)
  const answer = await browser.fetch(callback.replace(api.baseUrl, other.baseUrl))
  expect(answer.status).toBe(200)
  expect((await me(browser, api)).status).toBe(200)
})

function disposable(connection: Redis): Redis & AsyncDisposable {
  return Object.assign(connection, { [Symbol.asyncDispose]: async () => connection.disconnect() })
}
