import pg from 'pg'
import { expect } from 'vitest'
import { me, resetDiscord, signIn, test } from './login-setup.ts'
import { erase, setZone } from './own-data-calls.ts'
import { execute, startTestApi, type TestApi } from './start-test-api.ts'

test.beforeEach(({ discord }) => resetDiscord(discord))

test('erasing deletes the record and every session, and clears the cookie', async ({ api, discord }) => {
  const { id } = discord.user
  const [browser, elsewhere] = [await signIn(api), await signIn(api)]
  await setZone(browser, api)
  expect((await api.request(`/get?id=${id}`)).status).toBe(200)
  const answer = await browser.fetch(`${api.baseUrl}/me/erase`, { method: 'POST' })
  expect([answer.status, JSON.parse(answer.body)]).toEqual([
    200,
    { message: 'Your data was erased', record: true, sessions: 2 },
  ])
  expect(answer.setCookies[0]).toMatch(/^__Host-session=;.*Expires=Thu, 01 Jan 1970/)
  expect((await api.request(`/get?id=${id}`)).status).toBe(404)
  expect([(await me(elsewhere, api)).status, (await me(browser, api)).status]).toEqual([401, 401])
})

test('afterwards the database has the user id only in the feed, and the feed reports only a deletion', async ({
  api,
  discord,
}) => {
  const { id } = discord.user
  discord.user = { ...discord.user, username: `name-${crypto.randomUUID()}` }
  const browser = await signIn(api)
  await setZone(browser, api)
  const inBoth = expect.arrayContaining(['timezones', 'sessions'])
  for (const text of [id, discord.user.username]) expect(await tablesWith(api, text)).toEqual(inBoth)
  await erase(browser, api)
  expect(await tablesWith(api, id)).toEqual(['timezone_tombstones'])
  expect(await tablesWith(api, discord.user.username)).toEqual([])
  const ownChanges = async () =>
    JSON.parse((await api.request('/changes?limit=1000')).body).changes.filter(
      ({ user_id }: { user_id: string }) => user_id === id,
    )
  // Transactions of other tests on the same server delay the feed.
  await expect.poll(ownChanges).toEqual([{ type: 'delete', user_id: id, at: expect.any(String) }])
})

test('it also erases a session under another user id, from before the operator added Discord', async ({
  api,
  discord,
}) => {
  const browser = await signIn(api)
  const { id } = discord.user
  await api.execute(`insert into sessions (id_hash, provider, issuer, subject, user_id, username)
     select 'older ' || id_hash, provider, issuer, subject, 'older ' || user_id, username from sessions where subject = '${id}'`)
  expect(await erase(browser, api)).toMatchObject({ sessions: 2 })
  expect(await api.execute(`select 1 from sessions where subject = '${id}'`)).toEqual([])
})

test('it ends no session of another person with the same user id, from before rules for ids were stored', async ({
  api,
  discord,
}) => {
  const browser = await signIn(api)
  const { id } = discord.user
  await api.execute(`insert into sessions (id_hash, provider, issuer, subject, user_id, username)
     values ('other ${id}', 'oidc', 'https://issuer.example', '${id}', '${id}', 'x')`)
  expect(await erase(browser, api)).toMatchObject({ sessions: 1 })
  const left = await api.execute(`select provider from sessions where user_id = '${id}'`)
  expect(left).toEqual([{ provider: 'oidc' }])
})

test('it may be repeated after another login, and does not touch anybody else', async ({ api, discord }) => {
  const bystander = await signIn(api)
  await setZone(bystander, api)
  resetDiscord(discord)
  const browser = await signIn(api)
  await setZone(browser, api)
  expect(await erase(browser, api)).toMatchObject({ record: true, sessions: 1 })
  expect((await browser.fetch(`${api.baseUrl}/me/erase`, { method: 'POST' })).status).toBe(401)
  const again = await signIn(api)
  expect(await erase(again, api)).toMatchObject({ record: false, sessions: 1 })
  expect(await me(bystander, api)).toMatchObject({ status: 200, body: { timezone: 'Asia/Tokyo' } })
})

test('a set that is sent together with the erasure leaves no record', async ({ api, discord }) => {
  const sets: number[] = []
  for (let round = 0; round < 20; round++) {
    resetDiscord(discord)
    const browser = await signIn(api)
    const set = () =>
      browser.fetch(`${api.baseUrl}/set`, { method: 'POST', body: { timezone: 'Asia/Tokyo' } })
    const [, ...answers] = await Promise.all([erase(browser, api), set(), set()])
    sets.push(...answers.map(({ status }) => status))
    const { id } = discord.user
    expect(await api.execute(`select user_id from timezones where user_id = '${id}'`)).toEqual([])
  }
  // Each was in time, or was refused because its session had ended.
  expect(sets.filter((status) => status !== 200 && status !== 401)).toEqual([])
})

test('a record that was being created when the erasure began is erased and reported', async ({
  api,
  discord,
}) => {
  const browser = await signIn(api)
  const { id } = discord.user
  const client = new pg.Client(api.databaseUrl)
  await client.connect()
  // As a set does: it holds its session until the record is committed.
  await client.query('begin')
  await client.query('select 1 from sessions where user_id = $1 for key share', [id])
  await client.query("insert into timezones (user_id, username, timezone) values ($1, 'nelly', 'UTC')", [id])
  const erasing = erase(browser, api)
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(() => api.execute(waiting), { interval: 20 }).toHaveLength(1)
  await client.query('commit')
  await client.end()
  expect(await erasing).toMatchObject({ record: true, sessions: 1 })
  expect(await api.execute(`select 1 from timezones where user_id = '${id}'`)).toEqual([])
})

test('an erasure that fails halfway changes nothing, and a repeat finishes it', async ({ api, discord }) => {
  const browser = await signIn(api)
  await setZone(browser, api)
  // Runs when the rows of both tables have been deleted, and before the statement ends.
  await api.execute(`create function fail() returns trigger language plpgsql as $$ begin raise 'disk full' using errcode = '53100'; end $$;
     create trigger fail after delete on timezones for each row when (old.user_id = '${discord.user.id}') execute function fail()`)
  expect((await browser.fetch(`${api.baseUrl}/me/erase`, { method: 'POST' })).status).toBe(503)
  expect(await me(browser, api)).toMatchObject({ status: 200, body: { timezone: 'Asia/Tokyo' } })
  await api.execute('drop trigger fail on timezones; drop function fail')
  expect(await erase(browser, api)).toMatchObject({ record: true, sessions: 1 })
})

test('every instance forgets the record and the sessions', async ({ discord }) => {
  const env = { ...discord.env, AUTH: 'required' }
  await using first = await startTestApi(env)
  await using second = await startTestApi({ ...env, DATABASE_URL: first.databaseUrl })
  const [browser, elsewhere] = [await signIn(first), await signIn(first)]
  await setZone(browser, first)
  const read = async (api: TestApi) => (await api.request(`/get?id=${discord.user.id}`)).status
  for (const instance of [first, second]) {
    await expect.poll(() => read(instance)).toBe(200)
    expect((await me(elsewhere, instance)).status).toBe(200)
  }
  await erase(browser, second)
  expect((await me(elsewhere, second)).status).toBe(401)
  expect(await read(second)).toBe(404)
  await expect.poll(async () => (await me(elsewhere, first)).status).toBe(401)
  await expect.poll(() => read(first)).toBe(404)
})

/** The tables of which a row contains the text anywhere. */
async function tablesWith({ databaseUrl }: TestApi, text: string): Promise<unknown[]> {
  const tables = await execute(
    databaseUrl,
    `select table_name as name from information_schema.tables where table_schema = current_schema() and table_type = 'BASE TABLE'`,
  )
  const found = await Promise.all(
    tables.map(({ name }) =>
      execute(databaseUrl, `select 1 from "${name}" t where t::text like '%${text}%' limit 1`),
    ),
  )
  return tables.filter((_, index) => (found[index] ?? []).length > 0).map(({ name }) => name)
}
