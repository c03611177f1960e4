import { expect } from 'vitest'
import { createUseOnce } from '../src/access/use-once-store.ts'
import { createBrowserSession } from './browser-session.ts'
import { createDiscordCaller, DISCORD_ENV, randomId } from './discord-caller.ts'
import { agree, test as base } from './login-setup.ts'
import { execute, startTestApi } from './start-test-api.ts'

// Without Redis.
const test = base.extend<{ env: Record<string, string> }>({
  env: [
    async ({ discord }, use) => use({ AUTH: 'required', ...discord.env, ...DISCORD_ENV }),
    { scope: 'file' },
  ],
})

test('what one process has accepted is refused by another: a finished login, a signed interaction', async ({
  api,
  env,
}) => {
  await using other = await startTestApi({ ...env, DATABASE_URL: api.databaseUrl })
  const { browser, callback } = await agree(api.baseUrl)
  const again = createBrowserSession()
  for (const [name, value] of browser.cookies) again.cookies.set(name, value)
  expect((await browser.fetch(callback)).status).toBe(200)
  const refused = await again.fetch(callback.replace(api.baseUrl, other.baseUrl))
  expect([refused.status, JSON.parse(refused.body).message]).toEqual([
    403,
    expect.stringMatching('used before'),
  ])

  const ping = JSON.stringify({ type: 1, id: randomId() })
  const timestamp = String(Math.floor(Date.now() / 1000))
  expect((await createDiscordCaller(api.baseUrl).post(ping, { timestamp })).status).toBe(200)
  expect((await createDiscordCaller(other.baseUrl).post(ping, { timestamp })).status).toBe(401)
})

test('what was used is forgotten when it has expired, and nothing else', async ({
  api: { context, databaseUrl },
}) => {
  const useOnce = createUseOnce(context.database, { kind: 'test', seconds: 600 })
  const count = async () => (await execute(databaseUrl, 'select from used_once')).length
  await execute(
    databaseUrl,
    "truncate used_once; insert into used_once select 'old' || n, now() - interval '1 second' from generate_series(1, 15) n",
  )
  expect(await useOnce('a')).toBe(true)
  expect(await count()).toBe(6)
  expect(await useOnce('a')).toBe(false)
  expect(await count()).toBe(1)
})
