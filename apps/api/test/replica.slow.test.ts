import { setTimeout as sleep } from 'node:timers/promises'
import { pgBouncerMissing, startTestPgBouncer } from '@timezone-registry/test-servers/pgbouncer'
import { waitUntil } from '@timezone-registry/test-servers/server-process'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { describe, expect } from 'vitest'
import { diagnose, find } from './diagnose.ts'
import { isUsed, replicaMissing, set, test, zoneOf } from './replica-setup.ts'
import { setReplay } from './servers/postgres-standby.ts'
import { execute, openTransaction, randomUser, startTestApi } from './start-test-api.ts'

describe.skipIf(replicaMissing !== undefined)('reads from a replica', { timeout: 60_000 }, () => {
  test('come from the replica, and what was cached is evicted when the change is replayed', async ({
    instances,
  }) => {
    const { here, there } = instances
    const { user_id, username } = randomUser()
    await set(here, { user_id, username, timezone: 'Europe/Berlin' })
    await waitUntil(async () => (await zoneOf(there, user_id)) === 'Europe/Berlin', 'the record')
    for (let round = 0; round < 20; round++) {
      const timezone = round % 2 === 0 ? 'Asia/Tokyo' : 'America/Lima'
      await set(here, { user_id, username, timezone })
      // The writer's own instance, without any header.
      expect(await zoneOf(here, user_id)).toBe(timezone)
      const isSeen = async () => (await zoneOf(there, user_id)) === timezone
      await waitUntil(isSeen, 'the change on the other instance')
    }
  })

  test('a position that no write returned changes nothing, and text that is not a position is refused', async ({
    instances,
  }) => {
    const { here, there } = instances
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

  test('a transaction that stays open does not hold evictions back', async ({ instances, databases }) => {
    const { here, there } = instances
    const { user_id, username } = randomUser()
    await set(here, { user_id, username, timezone: 'Europe/Berlin' })
    await waitUntil(async () => (await zoneOf(there, user_id)) === 'Europe/Berlin', 'the record')
    const other = await openTransaction(databases.onPrimary)
    try {
      await other.query('select pg_current_xact_id()')
      await set(here, { user_id, username, timezone: 'Asia/Tokyo' })
      await waitUntil(async () => (await zoneOf(there, user_id)) === 'Asia/Tokyo', 'the change')
    } finally {
      await other.end()
    }
  })

  test('a change that a standby replays before it is committed is seen once it is', async ({
    instances,
    databases,
    servers,
  }) => {
    const { there } = instances
    const { user_id, username } = randomUser()
    const position = await set(there, { user_id, username, timezone: 'Europe/Berlin' })
    expect(await zoneOf(there, user_id, position)).toBe('Europe/Berlin')
    await using waiting = await letCommitsWait(servers.primary.url)
    const change = `update timezones set timezone = 'Asia/Tokyo' where user_id = '${user_id}'`
    const changing = execute(databases.onPrimary, change)
    const replayed = async () => (await execute(databases.onStandby, isInTokyo(user_id))).length > 0
    await waitUntil(replayed, 'the standby to replay it')
    // From the standby or the primary, before the commit is confirmed.
    expect(['Asia/Tokyo', 'Europe/Berlin']).toContain(await zoneOf(there, user_id))
    await waiting[Symbol.asyncDispose]()
    await changing
    const isSeen = async () => (await zoneOf(there, user_id)) === 'Asia/Tokyo'
    await waitUntil(isSeen, 'the change')
  })

  test('a record that is not public is seen as it is, although the feed does not show it', async ({
    instances,
  }) => {
    const { here, there } = instances
    const { user_id, username } = randomUser()
    await set(here, { user_id, username, timezone: 'Europe/Berlin' })
    const hidden = await here.client.setVisibility({ body: { user_id, visibility: 'unlisted' } })
    expect(hidden.status).toBe(200)
    await sleep(500)
    expect(await zoneOf(there, user_id)).toBe('Europe/Berlin')
    const position = await set(here, { user_id, username, timezone: 'Asia/Tokyo' })
    expect(await zoneOf(there, user_id, position)).toBe('Asia/Tokyo')
    await set(here, { user_id, username, timezone: 'America/Lima' })
    const isSeen = async () => (await zoneOf(there, user_id)) === 'America/Lima'
    await waitUntil(isSeen, 'the change')
  })

  test('a thousand records and deletes at once are evicted, however many pages that takes', async ({
    instances,
    databases,
  }) => {
    const { there } = instances
    const ids = Array.from({ length: 3000 }, (_, index) => `many ${index}`)
    const insert = (zone: string) =>
      `insert into timezones (user_id, username, timezone) select 'many ' || n, 'x', '${zone}' from generate_series(0, 2999) n on conflict (user_id) do update set timezone = excluded.timezone`
    await execute(databases.onPrimary, insert('Europe/Berlin'))
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
    const other = await openTransaction(databases.onPrimary)
    await other.query("delete from timezones where user_id like 'many %' and user_id < 'many 2'")
    await other.query(insert('Asia/Tokyo').replace('(0, 2999)', '(2000, 2999)'))
    await other.query('commit')
    await other.end()
    const isSeen = async () => {
      const zones = await findAll()
      return zones.includes(undefined) && zones.includes('Asia/Tokyo')
    }
    await waitUntil(isSeen, 'the changes')
    await sleep(500)
    const expected = await execute(
      databases.onPrimary,
      "select user_id, timezone from timezones where user_id like 'many %'",
    )
    const zoneByUser = new Map(expected.map(({ user_id, timezone }) => [user_id, timezone]))
    for (const id of ids)
      expect(await there.context.records.registry.find(id).then((r) => r?.timezone)).toBe(zoneByUser.get(id))
  })

  test.skipIf(pgBouncerMissing() !== undefined)('come through poolers as well', async ({ databases }) => {
    await using toPrimary = await startTestPgBouncer({ serverUrl: databases.onPrimary })
    await using toStandby = await startTestPgBouncer({ serverUrl: databases.onStandby })
    await using api = await startTestApi({ DATABASE_URL: toPrimary.url, DATABASE_READ_URL: toStandby.url })
    await waitUntil(() => isUsed(api), 'the replica to be used')
    for (const timezone of ['Europe/Berlin', 'Asia/Tokyo']) {
      const user = randomUser()
      const position = await set(api, { ...user, timezone })
      expect(await zoneOf(api, user.user_id, position)).toBe(timezone)
      expect(isUsed(api)).toBe(true)
    }
  })

  test('the doctor reports a replica that is another database, and one that does not answer', async ({
    databases,
    servers,
    instances: _migrated,
  }) => {
    const { primary } = servers
    const env = { DATABASE_URL: databases.onPrimary }
    const replicaOf = async (DATABASE_READ_URL: string) =>
      find((await diagnose({ ...env, DATABASE_READ_URL })).findings, 'replica')
    expect(await replicaOf(databases.onStandby)).toMatchObject({ status: 'ok' })
    await using other = await startTestApi({ DATABASE_URL: await createTestDatabase(primary.url) })
    expect(await replicaOf(other.databaseUrl)).toMatchObject({
      status: 'problem',
      message: expect.stringContaining('is not a copy'),
    })
    expect(await replicaOf('postgres://nobody@127.0.0.1:1/none')).toMatchObject({ status: 'problem' })
    expect((await diagnose(env)).findings.map(({ check }) => check)).not.toContain('replica')
  })

  describe('while the replay is paused,', () => {
    // The replica is read all the time.
    test.override('maxLagSeconds', 60)

    test('with the position of a write see that write, on the primary if need be', async ({
      instances,
      servers,
    }) => {
      const { here, there } = instances
      const { standby } = servers
      await setReplay(standby, 'paused')
      const { user_id, username } = randomUser()
      const position = await set(here, { user_id, username, timezone: 'Europe/Berlin' })
      expect(position).toMatch(/^[0-9a-z]+-[0-9a-z]+$/)
      // Without the position, the other instance does not know of the write.
      expect(await zoneOf(there, user_id)).toBeUndefined()
      expect(await zoneOf(there, user_id, position)).toBe('Europe/Berlin')
      const headers = { 'registry-position': position }
      const ask = (path: string) => fetch(there.baseUrl + path, { headers })
      const [list, found] = await Promise.all([ask('/list'), ask(`/search?name=${username}`)])
      // Nobody else is affected.
      expect(await zoneOf(there, user_id)).toBeUndefined()
      expect(Object.keys((await list.json()) as object)).toEqual([user_id])
      expect(await found.json()).toMatchObject({ users: [{ id: user_id }] })

      await setReplay(standby, 'running')
      const next = await set(here, { user_id, username, timezone: 'Asia/Tokyo' })
      expect(await zoneOf(there, user_id, next)).toBe('Asia/Tokyo')
      const removed = await fetch(`${here.baseUrl}/delete?user_id=${user_id}`, { method: 'DELETE' })
      const deleted = removed.headers.get('registry-position') ?? ''
      expect(await zoneOf(there, user_id, deleted)).toBeUndefined()
    })

    test('a list and its cursor miss no change', async ({ instances, servers }) => {
      const { here, there } = instances
      const { standby } = servers
      await setReplay(standby, 'paused')
      const { user_id, username } = randomUser()
      const position = await set(here, { user_id, username, timezone: 'Europe/Berlin' })
      for (const headers of [{}, { 'registry-position': position }]) {
        const list = await fetch(`${there.baseUrl}/list`, { headers })
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
  })
})

function isInTokyo(userId: string): string {
  return `select from timezones where user_id = '${userId}' and timezone = 'Asia/Tokyo'`
}

/** Commits wait for a standby that does not exist, until this is disposed. */
async function letCommitsWait(url: string): Promise<AsyncDisposable> {
  const wait = async (standbys: string) => {
    await execute(url, `alter system set synchronous_standby_names = '${standbys}'`)
    await execute(url, 'select pg_reload_conf()')
  }
  await wait('nobody')
  return { [Symbol.asyncDispose]: () => wait('') }
}
