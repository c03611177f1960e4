import type { TestPostgres } from '@timezone-registry/test-servers/postgres'
import { waitUntil } from '@timezone-registry/test-servers/server-process'
import { startTcpProxy } from '@timezone-registry/test-servers/tcp-proxy'
import { describe, expect } from 'vitest'
import { isUsed, onServer, replicaMissing, set, startStandbyOf, test, zoneOf } from './replica-setup.ts'
import { promote, setReplay } from './servers/postgres-standby.ts'
import { execute, randomUser, startTestApi } from './start-test-api.ts'

describe.skipIf(replicaMissing !== undefined)('while a replica is behind or gone', () => {
  describe('on a server of its own or none,', () => {
    test('everything continues on the primary when the replica is stopped, and on the replica when it is back', async ({
      databases,
      servers,
    }) => {
      const { primary } = servers
      await using own = await startStandbyOf(primary)
      const url = onServer(databases.onPrimary, own)
      await using api = await startTestApi({ DATABASE_URL: databases.onPrimary, DATABASE_READ_URL: url })
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
        await waitUntil(async () => {
          await read()
          return !isUsed(api)
        }, 'the replica to be left')
        await read()
        if (interrupt === 'stop') await own.start()
        else own.resume()
        await waitUntil(() => isUsed(api), 'the replica to be used again')
        await read()
      }
      expect([...statuses].toSorted()).toEqual([200, 404])
    })

    test('of several replicas, the first in the list is read, and again once it is back', async ({
      databases,
      servers,
    }) => {
      await using near = await startStandbyOf(servers.primary)
      const hosts = [near, servers.standby].map(({ url }) => new URL(url).host)
      const url = databases.onPrimary.replace(new URL(databases.onPrimary).host, hosts.join())
      await using api = await startTestApi({ DATABASE_URL: databases.onPrimary, DATABASE_READ_URL: url })
      const isReadFrom = async (server: TestPostgres) => {
        const connections = await execute(
          onServer(databases.onPrimary, server),
          "select from pg_stat_activity where application_name = 'timezone-registry' and backend_start < now() - interval '1 s' and datname = current_database()",
        )
        return connections.length > 0
      }
      await waitUntil(() => isReadFrom(near), 'the first to be read')
      expect(await isReadFrom(servers.standby)).toBe(false)
      await near.stop('SIGKILL')
      await waitUntil(() => isReadFrom(servers.standby), 'the second to be read')
      await near.start()
      await waitUntil(() => isReadFrom(near), 'the first to be read again')
      await waitUntil(async () => !(await isReadFrom(servers.standby)), 'the second to be left')
      await waitUntil(() => isUsed(api), 'the replica to be used')
    })

    test('a replica that has what the primary lacks is not read', async ({ databases, servers }) => {
      await using own = await startStandbyOf(servers.primary)
      const url = onServer(databases.onPrimary, own)
      await using api = await startTestApi({ DATABASE_URL: databases.onPrimary, DATABASE_READ_URL: url })
      await waitUntil(() => isUsed(api), 'the replica to be used')
      const { user_id, username } = randomUser()
      await set(api, { user_id, username, timezone: 'Europe/Berlin' })
      await promote(own)
      for (let count = 0; count < 5; count++)
        await execute(url, `update timezones set timezone = 'UTC' where user_id = '${user_id}'`)
      await waitUntil(() => !isUsed(api), 'the primary to be read')
      expect(await zoneOf(api, user_id)).toBe('Europe/Berlin')
    })

    test('the service starts without its replica', async ({ databases }) => {
      await using api = await startTestApi({
        DATABASE_URL: databases.onPrimary,
        DATABASE_READ_URL: 'postgres://nobody@127.0.0.1:1/none',
      })
      const { user_id, username } = randomUser()
      await set(api, { user_id, username, timezone: 'Europe/Berlin' })
      expect(await zoneOf(api, user_id)).toBe('Europe/Berlin')
      expect(isUsed(api)).toBe(false)
    })
  })

  test('reads go to the primary when it is too far behind, and no value from before is cached', async ({
    instances,
    servers,
    maxLagSeconds,
  }) => {
    const { here, there } = instances
    const { standby } = servers
    const { user_id, username } = randomUser()
    await set(here, { user_id, username, timezone: 'Europe/Berlin' })
    await waitUntil(async () => (await zoneOf(there, user_id)) === 'Europe/Berlin', 'the record')
    await setReplay(standby, 'paused')
    await set(here, { user_id, username, timezone: 'Asia/Tokyo' })
    expect(await zoneOf(there, user_id)).toBe('Europe/Berlin')
    await waitUntil(async () => (await zoneOf(there, user_id)) === 'Asia/Tokyo', 'the primary to be read')
    const health = await fetch(`${there.baseUrl}/health`)
    expect(Number(health.headers.get('registry-lag'))).toBeGreaterThanOrEqual(maxLagSeconds)
    // No message or feed evicts what is cached now.
    await set(here, { user_id, username, timezone: 'America/Lima' })
    const isSeen = async () => (await zoneOf(there, user_id)) === 'America/Lima'
    await waitUntil(isSeen, 'what another region wrote')
    await setReplay(standby, 'running')
    await waitUntil(() => isUsed(there), 'the replica to be used again')
    expect(await zoneOf(there, user_id)).toBe('America/Lima')
  })

  test('without a primary, reads continue, and only one with a position that is not here yet is refused', async ({
    instances,
    databases,
    servers,
    maxLagSeconds,
  }) => {
    await using network = await startTcpProxy({ port: Number(new URL(databases.onPrimary).port) })
    const url = new URL(databases.onPrimary)
    url.port = String(network.port)
    await using api = await startTestApi({
      DATABASE_URL: url.href,
      DATABASE_READ_URL: databases.onStandby,
      DATABASE_MAX_LAG_SECONDS: String(maxLagSeconds),
    })
    await waitUntil(() => isUsed(api), 'the replica to be used')
    const { user_id, username } = randomUser()
    const seen = aWhileAgo(await set(instances.here, { user_id, username, timezone: 'Europe/Berlin' }))
    expect(await zoneOf(api, user_id, seen)).toBe('Europe/Berlin')
    // That answer may have been the primary's.
    const query = `select from timezones where user_id = '${user_id}'`
    const isThere = async () => (await execute(databases.onStandby, query)).length > 0
    await waitUntil(isThere, 'the record to be on the replica')
    // So the replica lacks something that the primary is known to have.
    await setReplay(servers.standby, 'paused')
    await set(instances.here, { ...randomUser(), timezone: 'UTC' })
    await waitUntil(() => (api.context.replica?.state().lagSeconds ?? 0) > 0, 'the lag to be known')
    network.swallowAnswers()
    const lag = async () => Number((await fetch(`${api.baseUrl}/health`)).headers.get('registry-lag'))
    await waitUntil(async () => (await lag()) > maxLagSeconds + 1, 'the lag to be unknown')
    const unseen = await set(instances.here, { user_id, username, timezone: 'Asia/Tokyo' })
    expect(isUsed(api)).toBe(true)
    expect(await zoneOf(api, user_id)).toBe('Europe/Berlin')
    expect(await zoneOf(api, user_id, seen)).toBe('Europe/Berlin')
    const headers = { 'registry-position': unseen }
    const refused = await fetch(`${api.baseUrl}/get?id=${user_id}`, { headers })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
    await setReplay(servers.standby, 'running')
    network.heal()
    const isShown = async () => (await fetch(`${api.baseUrl}/get?id=${user_id}`, { headers })).ok
    await waitUntil(isShown, 'the primary to answer')
    expect(await zoneOf(api, user_id, unseen)).toBe('Asia/Tokyo')
  })

  test('a promoted replica is still read', async ({ databases, servers }) => {
    const { primary } = servers
    await using own = await startStandbyOf(primary)
    const url = onServer(databases.onPrimary, own)
    const both = databases.onPrimary.replace(/(127[.\d]+:\d+)/, `$1,${new URL(url).host}`)
    await using api = await startTestApi({ DATABASE_URL: both, DATABASE_READ_URL: url })
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

/** The position as of a write whose time was before the primary fell silent, whatever the clocks. */
function aWhileAgo(position: string): string {
  const [transaction = '', seconds = ''] = position.split('-')
  return `${transaction}-${(Number.parseInt(seconds, 36) - 1000).toString(36)}`
}
