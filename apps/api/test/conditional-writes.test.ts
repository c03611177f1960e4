import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTransaction, randomUser, startTestApi, type TestApi } from './start-test-api.ts'

let api: TestApi
/** Another instance on the same database that receives no evictions from the first. */
let other: TestApi
beforeAll(async () => {
  api = await startTestApi()
  other = await startTestApi({ DATABASE_URL: api.databaseUrl })
})
afterAll(async () => {
  await other[Symbol.asyncDispose]()
  await api[Symbol.asyncDispose]()
})

const WAITING = "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"

type Conditions = { 'if-match'?: string; 'if-none-match'?: string }

describe('If-Match on POST /set', () => {
  test('also accepts the ETag of the last /set, so that writes can be chained', async () => {
    const user = randomUser()
    const first = await set(user, 'Asia/Tokyo')
    const second = await set(user, 'Asia/Seoul', { 'if-match': first.headers.get('etag') ?? '' })
    expect(second.status).toBe(200)
    expect(await set(user, 'UTC', { 'if-match': first.headers.get('etag') ?? '' })).toMatchObject({
      status: 412,
    })
  })

  test('accepts a tag that a compressing proxy has made weak, and one of several tags', async () => {
    const user = await saved('Asia/Tokyo')
    const tags = `"other", W/${await etagOf(user.user_id)}`
    expect(await set(user, 'Asia/Seoul', { 'if-match': tags })).toMatchObject({ status: 200 })
  })

  test('answers 412 with the current record and its ETag, and writes nothing, after another write', async () => {
    const user = await saved('Asia/Tokyo')
    const stale = await etagOf(user.user_id)
    // This instance still has the older record in its cache.
    await other.save('Asia/Seoul', user)

    const answer = await set(user, 'UTC', { 'if-match': stale })
    const { body: current } = await other.client.getTimezone({ query: { id: user.user_id } })
    expect(answer).toMatchObject({ status: 412, body: { code: 'precondition_failed', status: 412, current } })
    expect(current).toMatchObject({ timezone: 'Asia/Seoul' })
    const retry = await set(user, 'UTC', { 'if-match': answer.headers.get('etag') ?? '' })
    expect(retry.status).toBe(200)
  })

  test('answers 412 with null when there is no record, whatever the tag', async () => {
    for (const tag of ['*', '"x"']) {
      const user = randomUser()
      expect(await set(user, 'UTC', { 'if-match': tag })).toMatchObject({
        status: 412,
        body: { current: null },
      })
      expect((await api.client.getTimezone({ query: { id: user.user_id } })).status).toBe(404)
    }
  })

  test('`*` writes over any record', async () => {
    const user = await saved('Asia/Tokyo')
    expect(await set(user, 'UTC', { 'if-match': '*' })).toMatchObject({
      status: 200,
      body: { timezone: 'UTC' },
    })
  })
})

describe('If-None-Match: * on POST /set', () => {
  test('creates a record, and never replaces one', async () => {
    const user = randomUser()
    expect((await set(user, 'Asia/Tokyo', { 'if-none-match': '*' })).status).toBe(200)
    expect(await set(user, 'UTC', { 'if-none-match': '*' })).toMatchObject({
      status: 412,
      body: { current: { timezone: 'Asia/Tokyo' } },
    })
  })

  test('if many are sent to two instances, exactly one creates the record', async () => {
    const user = randomUser()
    const zones = Array.from({ length: 20 }, (_, hours) => `Etc/GMT-${hours % 15}`)
    const answers = await Promise.all(
      zones.map((zone, turn) => set(user, zone, { 'if-none-match': '*' }, turn % 2 === 0 ? api : other)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(19)
  })
})

test('if many writers read the same record on two instances, exactly one writes', async () => {
  const user = await saved('Asia/Tokyo')
  const etag = await etagOf(user.user_id)
  // The writes that pass their check wait for this transaction, so that the check alone cannot decide.
  const transaction = await openTransaction(api.databaseUrl)
  await transaction.query('select from timezones where user_id = $1 for update', [user.user_id])
  const racing = Array.from({ length: 20 }, (_, turn) =>
    setPatiently(user, `Etc/GMT-${turn % 15}`, { 'if-match': etag }, turn % 2 === 0 ? api : other),
  )
  // A few of each instance.
  await expect.poll(async () => (await api.execute(WAITING)).length).toBeGreaterThanOrEqual(2)
  await transaction.query('commit')
  await transaction.end()

  const answers = await Promise.all(racing)
  const [winner, ...rest] = answers.filter(({ status }) => status === 200)
  expect(rest).toEqual([])
  expect(answers.filter(({ status }) => status === 412)).toHaveLength(19)
  expect(await other.client.getTimezone({ query: { id: user.user_id } })).toMatchObject({
    body: { updated_at: (winner as { body: { updated_at: string } }).body.updated_at },
  })
})

describe('DELETE /delete', () => {
  test('deletes the record that was read, and no other', async () => {
    const user = await saved('Asia/Tokyo')
    const stale = await etagOf(user.user_id)
    await set(user, 'Asia/Seoul')
    const query = { user_id: user.user_id }
    expect(await api.client.deleteTimezone({ query, headers: { 'if-match': stale } })).toMatchObject({
      status: 412,
      body: { current: { timezone: 'Asia/Seoul' } },
    })
    const headers = { 'if-match': await etagOf(user.user_id) }
    expect(await api.client.deleteTimezone({ query, headers })).toMatchObject({ body: { deleted: true } })
    expect(await api.client.deleteTimezone({ query, headers })).toMatchObject({ status: 412 })
  })

  test('with If-None-Match: * refuses to delete a record, and has nothing else to delete', async () => {
    const user = await saved('Asia/Tokyo')
    const headers = { 'if-none-match': '*' }
    const query = { user_id: user.user_id }
    expect(await api.client.deleteTimezone({ query, headers })).toMatchObject({ status: 412 })
    await api.client.deleteTimezone({ query })
    expect(await api.client.deleteTimezone({ query, headers })).toMatchObject({ body: { deleted: false } })
  })
})

async function saved(timezone: string) {
  const user = randomUser()
  await api.client.setTimezone({ body: { ...user, timezone } })
  return user
}

function set(user: object, timezone: string, headers: Conditions = {}, at: TestApi = api) {
  return at.client.setTimezone({ body: { ...user, timezone }, headers })
}

/** Tries again while another transaction locks the record for longer than a write waits: nothing has been written. */
async function setPatiently(...given: Parameters<typeof set>) {
  for (;;) {
    const answer = await set(...given)
    if (answer.status !== 503) return answer
  }
}

async function etagOf(id: string): Promise<string> {
  return (await api.client.getTimezone({ query: { id } })).headers.get('etag') ?? ''
}
