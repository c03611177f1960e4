import { waitUntil } from '@timezone-registry/test-servers/server-process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rawFetch } from './raw-request.ts'
import { openTransaction, randomUser, startTestApi, type TestApi } from './start-test-api.ts'

let here: TestApi
/** Another instance on the same database; they share nothing else. */
let there: TestApi
beforeAll(async () => {
  here = await startTestApi()
  there = await startTestApi({ DATABASE_URL: here.databaseUrl })
})
afterAll(async () => {
  await there[Symbol.asyncDispose]()
  await here[Symbol.asyncDispose]()
})

test('what another instance or another program writes, hides or deletes is seen', async () => {
  const user = await here.save('Europe/Berlin')
  await isCached(there, user.user_id, 'Europe/Berlin')
  await here.save('Asia/Tokyo', user)
  await isCached(there, user.user_id, 'Asia/Tokyo')
  const where = `where user_id = '${user.user_id}'`
  await here.execute(`update timezones set timezone = 'America/Lima' ${where}`)
  for (const api of [here, there]) await isCached(api, user.user_id, 'America/Lima')
  await here.execute(`update timezones set visibility = 'private' ${where}`)
  await isSeen(there, user.user_id, undefined)
  await here.execute(`update timezones set visibility = 'public' ${where}`)
  await isCached(there, user.user_id, 'America/Lima')
  await here.execute(`delete from timezones ${where}`)
  for (const api of [here, there]) await isSeen(api, user.user_id, undefined)
})

test('a record that appears without a place in the feed is seen', async () => {
  const { user_id, username } = randomUser()
  expect(await zoneOf(there, user_id)).toBeUndefined()
  await here.execute(
    `insert into timezones (user_id, username, timezone, visibility) values ('${user_id}', '${username}', 'UTC', 'unlisted')`,
  )
  await isSeen(there, user_id, 'UTC')
  await here.execute(`update timezones set timezone = 'Asia/Tokyo' where user_id = '${user_id}'`)
  expect(await zoneOf(there, user_id)).toBe('Asia/Tokyo')
})

test('an open transaction holds nothing back, and what it commits later is seen, although its place is lower', async () => {
  const user = await here.save('Europe/Berlin')
  const other = await openTransaction(here.databaseUrl)
  // Its number is lower than those of the writes below.
  await other.query("insert into timezones (user_id, username, timezone) values ('early', 'x', 'UTC')")
  await here.save('Asia/Tokyo', user)
  await isCached(there, user.user_id, 'Asia/Tokyo')
  await other.query(`update timezones set timezone = 'America/Lima' where user_id = '${user.user_id}'`)
  await other.query('commit')
  await other.end()
  for (const api of [here, there]) await isCached(api, user.user_id, 'America/Lima')
})

test('more unsettled changes than are read at once empty the cache until the transaction ends', async () => {
  const user = await here.save('UTC')
  await isCached(there, user.user_id, 'UTC')
  const other = await openTransaction(here.databaseUrl)
  await other.query("update timezones set timezone = timezone where user_id = 'nobody'")
  await other.query('select pg_current_xact_id()')
  await here.execute(insertMany('crowd', 6000))
  await waitUntil(() => there.context.tail.age() === Number.POSITIVE_INFINITY, 'the cache to be emptied')
  await here.execute(`update timezones set timezone = 'Asia/Tokyo' where user_id = '${user.user_id}'`)
  expect(await zoneOf(there, user.user_id)).toBe('Asia/Tokyo')
  await other.end()
  await isCached(there, user.user_id, 'Asia/Tokyo')
})

test('more changes at once than a page has, and a truncation, are seen', async () => {
  const user = await here.save('UTC')
  await isCached(there, user.user_id, 'UTC')
  await here.execute(
    `${insertMany('page', 12_000)}; update timezones set timezone = 'Asia/Tokyo' where user_id = '${user.user_id}'`,
  )
  await isCached(there, user.user_id, 'Asia/Tokyo')
  await here.execute('truncate timezones')
  for (const api of [here, there]) await isSeen(api, user.user_id, undefined)
})

test('a tail whose connection is ended begins again with an empty cache', async () => {
  const user = await here.save('UTC')
  await isCached(there, user.user_id, 'UTC')
  const misses = () => there.context.records.registry.counts().cache.misses
  const before = misses()
  await here.execute(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await waitUntil(async () => {
    await zoneOf(there, user.user_id)
    return misses() > before
  }, 'the cache to be emptied')
  await isCached(there, user.user_id, 'UTC')
})

test('without reads and streams, nothing is asked of the database', async () => {
  await using idle = await startTestApi({ DATABASE_URL: here.databaseUrl })
  expect(idle.context.tail.age()).toBe(Number.POSITIVE_INFINITY)
})

test('lists, ETags and changes are the same on both', async () => {
  await here.save('UTC')
  const list = async () => {
    const lists = await Promise.all([here, there].map(({ baseUrl }) => rawFetch(`${baseUrl}/list`)))
    return lists.map(({ body, headers }) => ({ body, etag: headers.get('etag') }))
  }
  // While another test has a transaction open on this server, each response has an ETag of its own.
  await expect.poll(async () => new Set((await list()).map(({ etag }) => etag)).size).toBe(1)
  const [one, other] = await list()
  expect(other?.body).toBe(one?.body)
  const changes = await Promise.all([here, there].map(({ client }) => client.listChanges({ query: {} })))
  expect(changes[1]?.body).toEqual(changes[0]?.body)
})

/** Undefined without a record; the status if the database does not answer, such as when its connection has just ended. */
async function zoneOf(api: TestApi, userId: string): Promise<string | undefined> {
  const response = await fetch(`${api.baseUrl}/get?id=${userId}`)
  const { timezone = `${response.status}` } = (await response.json()) as { timezone?: string }
  return response.status === 404 ? undefined : timezone
}

function isSeen(api: TestApi, userId: string, timezone: string | undefined): Promise<unknown> {
  return waitUntil(async () => (await zoneOf(api, userId)) === timezone, `${timezone} to be seen`)
}

/** Resolves once the instance has the record in its cache. */
async function isCached(api: TestApi, userId: string, timezone: string): Promise<void> {
  await isSeen(api, userId, timezone)
  const cached = () => api.context.records.registry.peek(userId)?.record?.timezone === timezone
  await waitUntil(async () => (await zoneOf(api, userId)) === timezone && cached(), 'it to be cached')
}

function insertMany(prefix: string, count: number): string {
  return `insert into timezones (user_id, username, timezone) select '${prefix} ' || n, 'x', 'UTC' from generate_series(1, ${count}) n`
}
