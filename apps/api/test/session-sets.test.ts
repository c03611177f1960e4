import { waitUntil } from '@timezone-registry/test-servers/server-process'
import type { ZoneName } from '@timezone-registry/zones/zone-names'
import { expect } from 'vitest'
import type { PlacedRecord } from '../src/records/record.ts'
import { createRecordStore } from '../src/records/record-store.ts'
import type { BrowserSession } from './browser-session.ts'
import { me, resetDiscord, signIn, test } from './login-setup.ts'
import { execute, openTransaction, type TestApi } from './start-test-api.ts'

test.beforeEach(({ discord }) => resetDiscord(discord))

test.for([
  ['deleted', 'delete from sessions where user_id = '],
  ['being deleted by an open transaction', 'select from sessions where user_id = '],
] as const)(
  'a set whose session is %s is refused at once and writes nothing; another person’s beside it is written',
  async ([how, statement], { api, discord }) => {
    const { id } = discord.user
    const browser = await signIn(api)
    // Trusted for two seconds.
    expect((await me(browser, api)).status).toBe(200)
    resetDiscord(discord)
    const other = await signIn(api)
    const transaction = await openTransaction(api.databaseUrl)
    try {
      await transaction.query(`${statement}'${id}' ${how === 'deleted' ? '' : 'for update'}`)
      if (how === 'deleted') await transaction.query('commit')
      const answers = await Promise.all([set(browser, api, 'UTC'), set(other, api, 'UTC')])
      expect(answers.map(({ status }) => status)).toEqual([401, 200])
      const conditional = await set(browser, api, 'UTC', { 'if-none-match': '*' })
      // The fallback waits for the transaction, at most a second.
      expect([401, 503]).toContain(conditional.status)
    } finally {
      await transaction.end()
    }
    expect(await stored(api, id)).toEqual([])
  },
)

test('a set whose session has expired since it was looked up is refused, and writes nothing', async ({
  api,
  discord,
}) => {
  const { id } = discord.user
  const browser = await signIn(api)
  expect((await me(browser, api)).status).toBe(200)
  await api.execute(`update sessions set created_at = now() - interval '1 year' where user_id = '${id}'`)
  expect((await set(browser, api, 'UTC')).status).toBe(401)
  // Whether or not the condition holds.
  for (const condition of [{ 'if-none-match': '*' }, { 'if-match': '*' }] as const)
    expect((await set(browser, api, 'UTC', condition)).status).toBe(401)
  expect(await stored(api, id)).toEqual([])
})

test('with a condition, a set is one statement if the cache agrees, and is decided on the record if not', async ({
  api,
  discord,
}) => {
  const { id } = discord.user
  const browser = await signIn(api)
  const jobs = () => api.context.records.registry.counts().writes.jobs
  const created = await set(browser, api, 'Europe/Berlin', { 'if-none-match': '*' })
  expect(created.status).toBe(200)
  expect((await set(browser, api, 'UTC', { 'if-none-match': '*' })).status).toBe(412)

  const etag = await etagOf(browser, api, id)
  await waitUntil(async () => {
    await etagOf(browser, api, id)
    return api.context.records.registry.peek(id)?.record !== undefined
  }, 'it to be cached')
  const before = jobs()
  expect((await set(browser, api, 'Asia/Tokyo', { 'if-match': etag })).status).toBe(200)
  expect(jobs()).toBe(before + 1)
  expect((await set(browser, api, 'UTC', { 'if-match': etag })).status).toBe(412)
})

test('a set is not written over anything but what its condition was checked with', async ({
  api,
  discord,
}) => {
  const { id } = discord.user
  await set(await signIn(api), api, 'Europe/Berlin')
  const store = createRecordStore(api.context.database, api.context.config)
  const find = async () => (await store.findMany([id]))[0]
  const replace = async (expected: PlacedRecord | 'nothing' | undefined) => {
    const user = { id, username: 'nelly' }
    return (await store.setMany([{ user, timezone: 'UTC' as ZoneName, expected }])).length
  }
  const known = await find()
  expect(await replace('nothing')).toBe(0)
  for (const change of ["updated_at = updated_at + interval '1 second'", "timezone = 'America/Lima'"]) {
    const before = await find()
    await api.execute(`update timezones set ${change} where user_id = '${id}'`)
    expect(await replace(before)).toBe(0)
  }
  await api.execute(`update timezones set visibility = 'private' where user_id = '${id}'`)
  expect(await replace(known)).toBe(0)
  expect(await replace(await find())).toBe(1)
  await api.execute(`delete from timezones where user_id = '${id}'`)
  expect(await replace(known)).toBe(0)
  expect(await replace('nothing')).toBe(1)
})

async function set(
  browser: BrowserSession,
  { baseUrl }: TestApi,
  timezone: string,
  headers: Record<string, string> = {},
) {
  return browser.fetch(`${baseUrl}/set`, {
    method: 'POST',
    headers: { origin: baseUrl, ...headers },
    body: { timezone },
  })
}

async function etagOf(browser: BrowserSession, { baseUrl }: TestApi, id: string): Promise<string> {
  return (await browser.fetch(`${baseUrl}/get?id=${id}`)).headers.get('etag') ?? ''
}

function stored({ databaseUrl }: TestApi, id: string) {
  return execute(databaseUrl, `select timezone from timezones where user_id = '${id}'`)
}
