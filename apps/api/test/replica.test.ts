import { setTimeout as sleep } from 'node:timers/promises'
import { findPgDump } from '@timezone-registry/test-servers/pg-dump'
import { pgBouncerMissing, startTestPgBouncer } from '@timezone-registry/test-servers/pgbouncer'
import { startTestPostgres, type TestPostgres } from '@timezone-registry/test-servers/postgres'
import { promote, setReplay, startTestStandby } from '@timezone-registry/test-servers/postgres-standby'
import { waitUntil } from '@timezone-registry/test-servers/server-process'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { diagnose, find } from './diagnose.ts'
import { execute, openTransaction, randomUser, startTestApi, type TestApi } from './start-test-api.ts'

const { binaries = '', missing } = findPgDump()
if (missing !== undefined) console.warn(`The tests on a replica are skipped: ${missing}`)

describe.skipIf(missing !== undefined)('reads from a replica', { timeout: 60_000 }, () => {
  let primary: TestPostgres
  let standby: TestPostgres
  let databaseUrl: string
  /** Two instances that share no Redis, as in two regions. */
  let here: TestApi
  let there: TestApi

  beforeAll(async () => {
    primary = await startTestPostgres({ binaries })
    standby = await startTestStandby(primary, { binaries })
  })
  afterAll(async () => {
    await standby[Symbol.asyncDispose]()
    await primary[Symbol.asyncDispose]()
  })
  beforeEach(async () => {
    databaseUrl = await createTestDatabase(primary.url)
    const env = { DATABASE_URL: databaseUrl, DATABASE_READ_URL: onStandby(), DATABASE_MAX_LAG_SECONDS: '2' }
    here = await startTestApi(env)
    there = await startTestApi(env)
    await waitUntil(() => isUsed(here) && isUsed(there), 'the replica to be used')
  })
  afterEach(async () => {
    await setReplay(standby, 'running').catch(() => {})
    await there[Symbol.asyncDispose]()
    await here[Symbol.asyncDispose]()
  })

  const onStandby = () => {
    const url = new URL(databaseUrl)
    url.host = new URL(standby.url).host
    return url.href
  }
  const isUsed = (api: TestApi) => api.context.replica?.state().isUsed === true

  test('come from the replica, and what was cached is evicted when the change is replayed', async () => {
    const { user_id, username } = randomUser()
    await set(here, { user_id, username, timezone: 'Europe/Berlin' })
    await waitUntil(async () => (await zoneOf(there, user_id)) === 'Europe/Berlin', 'the record')
    for (let round = 0; round < 20; round++) {
      const timezone = round % 2 === 0 ? 'Asia/Tokyo' : 'America/Lima'
      await set(here, { user_id, username, timezone })
      // The writer's own instance, without any header.
      expect(await zoneOf(here, user_id)).toBe(timezone)
      const isSeen = async () => (await zoneOf(there, user_id)) === timezone
      await waitUntil(isSeen, 'the change on the other instance', 1)
    }
  })

  test('with the position of a write see that write, and only then wait', async () => {
    await setReplay(standby, 'paused')
    const { user_id, username } = randomUser()
    const position = await set(here, { user_id, username, timezone: 'Europe/Berlin' })
    expect(position).toMatch(/^[0-9a-z]+-[0-9a-z]+$/)
    // Without the position, the other instance does not know of the write.
    expect(await zoneOf(there, user_id)).toBeUndefined()
    expect(await zoneOf(there, user_id, position)).toBe('Europe/Berlin')
    const list = await fetch(`${there.baseUrl}/list`, { headers: { 'registry-position': position } })
    expect(Object.keys((await list.json()) as object)).toEqual([user_id])
    expect(isUsed(there)).toBe(false)

    await setReplay(standby, 'running')
    await waitUntil(() => isUsed(there), 'the replica to be used again')
    const next = await set(here, { user_id, username, timezone: 'Asia/Tokyo' })
    expect(await zoneOf(there, user_id, next)).toBe('Asia/Tokyo')
    expect(isUsed(there)).toBe(true)
    const removed = await fetch(`${here.baseUrl}/delete?user_id=${user_id}`, { method: 'DELETE' })
    const deleted = removed.headers.get('registry-position') ?? ''
    expect(await zoneOf(there, user_id, deleted)).toBeUndefined()
  })

  test('a position that nobody wrote is waited for once, and one that is no position is refused', async () => {
    const { user_id, username } = randomUser()
    await set(here, { user_id, username, timezone: 'Europe/Berlin' })
    await waitUntil(async () => (await zoneOf(there, user_id)) !== undefined, 'the record')
    expect(await zoneOf(there, user_id, 'zzzzzzz-0')).toBe('Europe/Berlin')
    expect(isUsed(there)).toBe(true)
    const refused = await fetch(`${there.baseUrl}/get?id=${user_id}`, {
      headers: { 'registry-position': '?' },
    })
    expect(refused.status).toBe(400)
  })

  test('go to the primary while the replica is too far behind, and no value from before is cached', async () => {
    const { user_id, username } = randomUser()
    await set(here, { user_id, username, timezone: 'Europe/Berlin' })
    await waitUntil(async () => (await zoneOf(there, user_id)) === 'Europe/Berlin', 'the record')
    await setReplay(standby, 'paused')
    await set(here, { user_id, username, timezone: 'Asia/Tokyo' })
    expect(await zoneOf(there, user_id)).toBe('Europe/Berlin')
    await waitUntil(async () => (await zoneOf(there, user_id)) === 'Asia/Tokyo', 'the primary to be read', 4)
    const health = await fetch(`${there.baseUrl}/health`)
    expect(Number(health.headers.get('registry-lag'))).toBeGreaterThanOrEqual(2)
    await setReplay(standby, 'running')
    await waitUntil(() => isUsed(there), 'the replica to be used again')
    expect(await zoneOf(there, user_id)).toBe('Asia/Tokyo')
  })

  test('a transaction that stays open does not hold evictions back', async () => {
    const { user_id, username } = randomUser()
    await set(here, { user_id, username, timezone: 'Europe/Berlin' })
    await waitUntil(async () => (await zoneOf(there, user_id)) === 'Europe/Berlin', 'the record')
    const other = await openTransaction(databaseUrl)
    try {
      await other.query('select pg_current_xact_id()')
      await set(here, { user_id, username, timezone: 'Asia/Tokyo' })
      await waitUntil(async () => (await zoneOf(there, user_id)) === 'Asia/Tokyo', 'the change', 1)
    } finally {
      await other.end()
    }
  })

  test('a record that is not public is seen as it is, although the feed does not show it', async () => {
    const { user_id, username } = randomUser()
    await set(here, { user_id, username, timezone: 'Europe/Berlin' })
    const hidden = await here.client.setVisibility({ body: { user_id, visibility: 'unlisted' } })
    expect(hidden.status).toBe(200)
    await sleep(500)
    expect(await zoneOf(there, user_id)).toBe('Europe/Berlin')
    const position = await set(here, { user_id, username, timezone: 'Asia/Tokyo' })
    expect(await zoneOf(there, user_id, position)).toBe('Asia/Tokyo')
    // It was cached for a short time only.
    await waitUntil(async () => (await zoneOf(there, user_id)) === 'Asia/Tokyo', 'the change', 7)
  })

  test('a list and its cursor miss no change', async () => {
    const { findListState } = there.context.changes
    expect(await findListState()).toMatchObject({ source: 'either' })
    await setReplay(standby, 'paused')
    const { user_id, username } = randomUser()
    const position = await set(here, { user_id, username, timezone: 'Europe/Berlin' })
    for (const headers of [{}, { 'registry-position': position }]) {
      const list = await fetch(`${there.baseUrl}/list`, { headers })
      // Its pages must not come from a replica that is behind its cursor.
      if (!isUsed(there)) expect(await findListState()).toMatchObject({ source: 'primary' })
      const cursor = list.headers.get('changes-cursor') ?? ''
      const listed = Object.keys((await list.json()) as object)
      await setReplay(standby, 'running')
      const changed = async () => {
        const { body } = await there.client.listChanges({ query: { since: cursor } })
        return (body as { changes: { user_id: string }[] }).changes.map((change) => change.user_id)
      }
      await waitUntil(async () => [...listed, ...(await changed())].includes(user_id), 'the change')
    }
  })

  test('everything continues on the primary when the replica is stopped, and on the replica when it is back', async () => {
    await using own = await startTestStandby(primary, { binaries })
    const url = new URL(databaseUrl)
    url.host = new URL(own.url).host
    await using api = await startTestApi({ DATABASE_URL: databaseUrl, DATABASE_READ_URL: url.href })
    await waitUntil(() => isUsed(api), 'the replica to be used')
    const { user_id, username } = randomUser()
    await set(api, { user_id, username, timezone: 'Europe/Berlin' })
    const statuses = new Set<number>()
    const read = async () => {
      for (const path of [
        `get?id=${crypto.randomUUID()}`,
        `get?id=${user_id}`,
        'list',
        'stats',
        'search?name=user',
      ])
        statuses.add((await fetch(`${api.baseUrl}/${path}`)).status)
    }
    for (const interrupt of ['stop', 'pause'] as const) {
      if (interrupt === 'stop') await own.stop('SIGKILL')
      else own.pause()
      const until = performance.now() + 2000
      while (performance.now() < until) await read()
      expect(isUsed(api)).toBe(false)
      if (interrupt === 'stop') await own.start()
      else own.resume()
      await waitUntil(() => isUsed(api), 'the replica to be used again')
      await read()
    }
    expect([...statuses].toSorted()).toEqual([200, 404])
  })

  test('a thousand records and deletes at once are evicted, however many pages that takes', async () => {
    const ids = Array.from({ length: 3000 }, (_, index) => `many ${index}`)
    const insert = (zone: string) =>
      `insert into timezones (user_id, username, timezone) select 'many ' || n, 'x', '${zone}' from generate_series(0, 2999) n on conflict (user_id) do update set timezone = excluded.timezone`
    await execute(databaseUrl, insert('Europe/Berlin'))
    const findAll = async () => {
      const zones = new Set<string | undefined>()
      for (let from = 0; from < ids.length; from += 100) {
        const query = { ids: ids.slice(from, from + 100).join(',') } as never
        const { body } = await there.client.lookupTimezones({ query })
        const { users, missing } = body as { users: Record<string, { timezone: string }>; missing: string[] }
        for (const { timezone } of Object.values(users)) zones.add(timezone)
        if (missing.length > 0) zones.add(undefined)
      }
      return [...zones]
    }
    await waitUntil(async () => (await findAll()).join() === 'Europe/Berlin', 'the records')
    const other = await openTransaction(databaseUrl)
    await other.query("delete from timezones where user_id like 'many %' and user_id < 'many 2'")
    await other.query(insert('Asia/Tokyo').replace('(0, 2999)', '(2000, 2999)'))
    await other.query('commit')
    await other.end()
    const isSeen = async () => {
      const zones = await findAll()
      return zones.includes(undefined) && zones.includes('Asia/Tokyo')
    }
    await waitUntil(isSeen, 'the changes', 2)
    await sleep(500)
    const expected = await execute(
      databaseUrl,
      "select user_id, timezone from timezones where user_id like 'many %'",
    )
    const zoneByUser = new Map(expected.map(({ user_id, timezone }) => [user_id, timezone]))
    for (const id of ids)
      expect(await there.context.records.registry.find(id).then((r) => r?.timezone)).toBe(zoneByUser.get(id))
  })

  test.skipIf(pgBouncerMissing() !== undefined)('come through poolers as well', async () => {
    await using toPrimary = await startTestPgBouncer({ serverUrl: databaseUrl })
    await using toStandby = await startTestPgBouncer({ serverUrl: onStandby() })
    await using api = await startTestApi({ DATABASE_URL: toPrimary.url, DATABASE_READ_URL: toStandby.url })
    await waitUntil(() => isUsed(api), 'the replica to be used')
    for (const timezone of ['Europe/Berlin', 'Asia/Tokyo']) {
      const user = randomUser()
      const position = await set(api, { ...user, timezone })
      expect(await zoneOf(api, user.user_id, position)).toBe(timezone)
      expect(isUsed(api)).toBe(true)
    }
  })

  test('the doctor tells a replica from another database, and from none', async () => {
    const env = { DATABASE_URL: databaseUrl }
    const replicaOf = async (DATABASE_READ_URL: string) =>
      find((await diagnose({ ...env, DATABASE_READ_URL })).findings, 'replica')
    expect(await replicaOf(onStandby())).toMatchObject({ status: 'ok' })
    await using other = await startTestApi({ DATABASE_URL: await createTestDatabase(primary.url) })
    expect(await replicaOf(other.databaseUrl)).toMatchObject({
      status: 'problem',
      message: expect.stringContaining('is no copy'),
    })
    expect(await replicaOf('postgres://nobody@127.0.0.1:1/none')).toMatchObject({ status: 'problem' })
    expect((await diagnose(env)).findings.map(({ check }) => check)).not.toContain('replica')
  })

  test('the service starts without its replica', async () => {
    await using api = await startTestApi({
      DATABASE_URL: databaseUrl,
      DATABASE_READ_URL: 'postgres://nobody@127.0.0.1:1/none',
    })
    const { user_id, username } = randomUser()
    await set(api, { user_id, username, timezone: 'Europe/Berlin' })
    expect(await zoneOf(api, user_id)).toBe('Europe/Berlin')
    await sleep(100)
    expect(isUsed(api)).toBe(false)
  })

  test('a promoted replica is still read', async () => {
    await using own = await startTestStandby(primary, { binaries })
    const url = new URL(databaseUrl)
    url.host = new URL(own.url).host
    const both = databaseUrl.replace(new URL(databaseUrl).host, `${new URL(databaseUrl).host},${url.host}`)
    await using api = await startTestApi({ DATABASE_URL: both, DATABASE_READ_URL: url.href })
    await waitUntil(() => isUsed(api), 'the replica to be used')
    await primary.stop('SIGKILL')
    await promote(own)
    const { user_id, username } = randomUser()
    const isSet = async () =>
      (await api.client.setTimezone({ body: { user_id, username, timezone: 'Europe/Berlin' } })).status ===
      200
    await waitUntil(isSet, 'a write on the new primary', 5)
    await waitUntil(() => isUsed(api), 'the new primary to be read')
    expect(await zoneOf(api, user_id)).toBe('Europe/Berlin')
    await primary.start()
  })
})

/** Resolves to the write's position. */
async function set(
  api: TestApi,
  body: { user_id: string; username: string; timezone: string },
): Promise<string> {
  const { status, headers } = await api.client.setTimezone({ body })
  expect(status).toBe(200)
  return headers.get('registry-position') ?? ''
}

async function zoneOf(api: TestApi, userId: string, position?: string): Promise<string | undefined> {
  const headers: Record<string, string> = position === undefined ? {} : { 'registry-position': position }
  const response = await fetch(`${api.baseUrl}/get?id=${userId}`, { headers })
  expect([200, 404]).toContain(response.status)
  return ((await response.json()) as { timezone?: string }).timezone
}
