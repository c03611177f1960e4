import { expect } from 'vitest'
import { type BrowserSession, createBrowserSession } from './browser-session.ts'
import { resetDiscord, test } from './login-setup.ts'
import type { TestApi } from './start-test-api.ts'

// How a plugin of the first family uses a session, from its source: it logs in from Discord's page, and before each
// write it requests `/me` and checks only the status.

const PAGE = { origin: 'https://discord.com', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' }
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const JSON_TYPE = { 'content-type': 'application/json' }

type Request = { method?: string; headers?: Record<string, string>; body?: string }

test('logs in from Discord’s page, saves its own zone with a form, and deletes it', async ({
  api,
  discord,
}) => {
  resetDiscord(discord)
  const { send, logIn } = createPlugin(api)
  expect((await send('/me')).status).toBe(401)
  await logIn(discord.issueCode(`${api.baseUrl}/auth/discord/callback`))
  expect((await send('/me')).status).toBe(200)

  const saved = await send('/set', { method: 'POST', headers: FORM, body: 'timezone=Asia%2FCalcutta' })
  expect([saved.status, JSON.parse(saved.body).user]).toEqual([
    200,
    { id: discord.user.id, username: discord.user.username },
  ])
  await expect.poll(() => listed(send, discord.user.id)).toBe('Asia/Calcutta')

  const removed = await send('/delete', { method: 'DELETE' })
  expect([removed.status, JSON.parse(removed.body).deleted]).toEqual([200, true])
  await expect.poll(() => listed(send, discord.user.id)).toBeUndefined()
  for (const { headers } of [saved, removed]) {
    expect(headers.get('access-control-allow-origin')).toBe('https://discord.com')
    expect(headers.get('access-control-allow-credentials')).toBe('true')
  }
})

test('of an older build saves with an empty body and the zone in the query, and deletes with POST', async ({
  api,
  discord,
}) => {
  resetDiscord(discord)
  const { send, logIn } = createPlugin(api)
  await logIn(discord.issueCode(`${api.baseUrl}/auth/discord/callback`))
  const saved = await send('/set?timezone=Europe/Berlin', { method: 'POST', headers: JSON_TYPE })
  expect([saved.status, JSON.parse(saved.body).timezone]).toEqual([200, 'Europe/Berlin'])
  const removed = await send('/delete', { method: 'POST', headers: JSON_TYPE })
  expect([removed.status, JSON.parse(removed.body).deleted]).toEqual([200, true])
})

function createPlugin({ baseUrl }: Pick<TestApi, 'baseUrl'>) {
  const browser: BrowserSession = createBrowserSession()
  const send = (path: string, { headers, ...request }: Request = {}) =>
    browser.fetch(`${baseUrl}${path}`, { ...request, headers: { ...PAGE, ...headers } })
  return { send, logIn: (code: string) => send(`/auth/discord/callback?code=${code}`) }
}

async function listed(
  send: ReturnType<typeof createPlugin>['send'],
  id: string,
): Promise<string | undefined> {
  return JSON.parse((await send('/list')).body)[id]?.timezone
}
