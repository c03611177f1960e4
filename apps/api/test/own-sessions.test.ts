import { expect } from 'vitest'
import { hashOf } from '../src/access/secrets.ts'
import type { BrowserSession } from './browser-session.ts'
import { agree, me, resetDiscord, SESSION_COOKIE, signIn, test } from './login-setup.ts'
import { startTestApi, type TestApi } from './start-test-api.ts'

type OwnSession = { id: string; device: string | null; current: boolean; [member: string]: unknown }

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0'
const MAX_SESSIONS = 100

test.beforeEach(({ discord }) => resetDiscord(discord))

test('a person sees each of their sessions with its device, and which one they are using', async ({
  api,
}) => {
  const before = Date.now()
  const first = await signIn(api)
  const { browser: second, callback } = await agree(api.baseUrl)
  await second.fetch(callback, { headers: { 'user-agent': FIREFOX } })
  const shown = await sessionsOf(second, api)
  expect(shown).toMatchObject([
    { device: 'Firefox on Windows', provider: 'discord', current: true },
    { device: null, provider: 'discord', current: false },
  ])
  expect((await sessionsOf(first, api)).map(({ id, current }) => [id, current])).toEqual([
    [shown[0]?.id, false],
    [shown[1]?.id, true],
  ])
  for (const { created_at, last_used_at } of shown)
    for (const time of [created_at, last_used_at].map((time) => Date.parse(String(time)))) {
      expect(time).toBeGreaterThanOrEqual(before)
      expect(time).toBeLessThanOrEqual(Date.now())
    }
})

test('the list contains nothing that could be used to sign in, and nothing is stored of the User-Agent', async ({
  api,
  discord,
}) => {
  const { browser, callback } = await agree(api.baseUrl)
  await browser.fetch(callback, { headers: { 'user-agent': FIREFOX } })
  const secret = browser.cookies.get(SESSION_COOKIE) ?? ''
  const { body } = await browser.fetch(`${api.baseUrl}/me/sessions`)
  for (const part of [secret, hashOf(secret)].map((text) => text.slice(0, 16)))
    expect(body).not.toContain(part)
  const [row] = await api.execute(`select * from sessions where user_id = '${discord.user.id}'`)
  for (const text of ['Mozilla', secret]) expect(JSON.stringify(row)).not.toContain(text)
  expect(row).toMatchObject({ id_hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
  for (const { id } of await sessionsOf(browser, api)) {
    const forged = { cookie: `${SESSION_COOKIE}=${id}` }
    expect((await browser.fetch(`${api.baseUrl}/me`, { headers: forged })).status).toBe(401)
  }
})

test('ending a session signs that browser out and no other; a second time it is 404', async ({ api }) => {
  const [kept, ended] = [await signIn(api), await signIn(api)]
  const { id } = currentOf(await sessionsOf(ended, api))
  const answer = await end(kept, id, api)
  expect([answer.status, JSON.parse(answer.body)]).toEqual([
    200,
    { message: 'Session ended', current: false },
  ])
  expect(answer.setCookies).toEqual([])
  expect([(await me(kept, api)).status, (await me(ended, api)).status]).toEqual([200, 401])
  expect((await end(kept, id, api)).status).toBe(404)
  expect(await sessionsOf(kept, api)).toHaveLength(1)
})

test('ending the session in use clears the cookie', async ({ api }) => {
  const browser = await signIn(api)
  const answer = await end(browser, currentOf(await sessionsOf(browser, api)).id, api)
  expect(JSON.parse(answer.body)).toMatchObject({ current: true })
  expect(answer.setCookies[0]).toMatch(/^__Host-session=;.*Expires=Thu, 01 Jan 1970/)
})

test('nobody can see or end another person’s session, by its id or its hash', async ({ api, discord }) => {
  const victim = await signIn(api)
  const { id } = currentOf(await sessionsOf(victim, api))
  const hash = hashOf(victim.cookies.get(SESSION_COOKIE) ?? '')
  resetDiscord(discord)
  const other = await signIn(api)
  expect((await sessionsOf(other, api)).map((session) => session.id)).not.toContain(id)
  for (const guess of [id, hash, '%00', '%25', 'x'.repeat(300), '']) {
    const { status } = await end(other, guess, api)
    expect([404, 405], guess).toContain(status)
  }
  expect((await me(victim, api)).status).toBe(200)
})

test('expired sessions are not listed', async ({ api, discord }) => {
  const [browser] = [await signIn(api), await signIn(api)]
  await api.execute(`update sessions set created_at = created_at - interval '30 days' where user_id = '${discord.user.id}'
     and id_hash <> '${hashOf(browser.cookies.get(SESSION_COOKIE) ?? '')}'`)
  expect(await sessionsOf(browser, api)).toMatchObject([{ current: true }])
})

test('expired sessions are deleted, even if nobody signs in', async ({ api, discord }) => {
  await signIn(api)
  const stored = async () =>
    (await api.execute(`select 1 from sessions where user_id = '${discord.user.id}'`)).length
  expect(await stored()).toBe(1)
  await api.execute(
    `update sessions set last_used_at = last_used_at - interval '30 days' where user_id = '${discord.user.id}'`,
  )
  // More than one statement deletes.
  await api.execute(`insert into sessions (id_hash, provider, issuer, subject, user_id, username, last_used_at)
     select id_hash || n, provider, issuer, subject, user_id, username, last_used_at
     from sessions, generate_series(1, 1500) n where user_id = '${discord.user.id}'`)
  expect(await stored()).toBe(1501)
  await using _another = await startTestApi({ DATABASE_URL: api.databaseUrl })
  await expect.poll(stored).toBe(0)
})

test('with more than a hundred sessions, the least recently used ones end', async ({ api, discord }) => {
  const oldest = await signIn(api)
  await api.execute(`update sessions set last_used_at = now() - interval '1 hour' where user_id = '${discord.user.id}';
     insert into sessions (id_hash, provider, issuer, subject, user_id, username)
     select 'row ' || n || random(), provider, issuer, subject, user_id, username
     from sessions, generate_series(1, ${MAX_SESSIONS - 1}) n where user_id = '${discord.user.id}'`)
  expect(await sessionsOf(oldest, api)).toHaveLength(MAX_SESSIONS)
  const newest = await signIn(api)
  expect(await sessionsOf(newest, api)).toHaveLength(MAX_SESSIONS)
  expect((await me(oldest, api)).status).toBe(401)
})

async function sessionsOf(browser: BrowserSession, { baseUrl }: TestApi): Promise<OwnSession[]> {
  const { status, body } = await browser.fetch(`${baseUrl}/me/sessions`)
  expect(status).toBe(200)
  return JSON.parse(body).sessions
}

function currentOf(sessions: OwnSession[]): OwnSession {
  const current = sessions.find((session) => session.current)
  if (current === undefined) throw new Error('No session is the current one')
  return current
}

function end(
  browser: BrowserSession,
  id: string,
  { baseUrl }: TestApi,
  headers: Record<string, string> = {},
) {
  return browser.fetch(`${baseUrl}/me/sessions/${id}`, { method: 'DELETE', headers })
}
