import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { expect } from 'vitest'
import { signInAt, startFakeIssuer } from './fake-issuer.ts'
import { me, resetDiscord, signIn, test } from './login-setup.ts'
import { setZone } from './own-data-calls.ts'
import { execute, startTestApi, type TestApi } from './start-test-api.ts'

test.beforeEach(({ discord }) => resetDiscord(discord))

type Env = Record<string, string>

/** Runs a service with these providers on the database, as after a restart with another configuration. */
async function withService<Result>(
  databaseUrl: string,
  env: Env,
  use: (api: TestApi) => Promise<Result>,
): Promise<Result> {
  await using api = await startTestApi({ AUTH: 'required', DATABASE_URL: databaseUrl, ...env })
  return await use(api)
}

test('adding Discord to an OpenID Connect service gives nobody another person’s record', async ({
  discord,
}) => {
  await using issuer = await startFakeIssuer()
  const databaseUrl = await createTestDatabase()
  const { id } = discord.user
  const ann = await withService(databaseUrl, issuer.env, async (api) => {
    const { browser } = await signInAt(issuer, api, { sub: id, preferred_username: 'Ann' })
    await setZone(browser, api)
    await browser.fetch(`${api.baseUrl}/visibility`, { method: 'PUT', body: { visibility: 'private' } })
    return browser
  })

  await withService(databaseUrl, { ...issuer.env, ...discord.env }, async (api) => {
    const nelly = await signIn(api)
    expect((await me(nelly, api)).body).toMatchObject({ user: { id: `discord:${id}` }, timezone: null })
    const erased = await nelly.fetch(`${api.baseUrl}/me/erase`, { method: 'POST' })
    expect(JSON.parse(erased.body)).toMatchObject({ record: false, sessions: 1 })
    const kept = { user: { id }, timezone: 'Asia/Tokyo', visibility: 'private' }
    expect((await me(ann, api)).body).toMatchObject(kept)
    const again = await signInAt(issuer, api, { sub: id })
    expect((await me(again.browser, api)).body).toMatchObject(kept)
  })
})

test('a service without login providers stores no rules', async () => {
  const databaseUrl = await createTestDatabase()
  await withService(databaseUrl, {}, async () => {})
  expect(await execute(databaseUrl, 'select * from login_issuers')).toEqual([])
})

test('instances that start at once with different providers agree', async ({ discord }) => {
  await using issuer = await startFakeIssuer()
  const databaseUrl = await createTestDatabase()
  const envs = [issuer.env, discord.env, { ...issuer.env, ...discord.env }, issuer.env, discord.env]
  await Promise.all(envs.map((env) => withService(databaseUrl, env, async () => {})))
  const rules = await execute(databaseUrl, 'select prefix from login_issuers order by prefix')
  expect(rules).toHaveLength(2)
  expect(rules[0]).toEqual({ prefix: '' })
  expect(['discord:', 'oidc:']).toContain(rules[1]?.prefix)
})
