import { findPgDump } from '@timezone-registry/test-servers/pg-dump'
import { startTestPostgres, type TestPostgres } from '@timezone-registry/test-servers/postgres'
import { waitUntil } from '@timezone-registry/test-servers/server-process'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { test as base, expect } from 'vitest'
import { setReplay, startTestStandby } from './servers/postgres-standby.ts'
import { startTestApi, type TestApi } from './start-test-api.ts'

const { binaries = '', missing } = findPgDump()
if (missing !== undefined) console.warn(`The tests on a replica are skipped: ${missing}`)

/** Why tests on a replica cannot run here; undefined if they can. */
export const replicaMissing = missing

type Fixtures = {
  /** A primary and its streaming standby. */
  servers: { primary: TestPostgres; standby: TestPostgres }
  /** How far behind the standby may be while it is read. */
  maxLagSeconds: number
  /** A database of the test on both. */
  databases: { onPrimary: string; onStandby: string }
  /** Two instances that read from the standby and share no Redis, as in two regions. */
  instances: { here: TestApi; there: TestApi }
}

/** Tests on a real primary and standby. */
export const test = base.extend<Fixtures>({
  servers: [
    async ({ task: _task }, use) => {
      await using primary = await startTestPostgres({ binaries })
      await using standby = await startTestStandby(primary, { binaries })
      await use({ primary, standby })
    },
    { scope: 'file' },
  ],
  databases: async ({ servers }, use) => {
    const onPrimary = await createTestDatabase(servers.primary.url)
    await use({ onPrimary, onStandby: onServer(onPrimary, servers.standby) })
  },
  maxLagSeconds: 1,
  instances: async ({ servers, databases, maxLagSeconds }, use) => {
    const env = {
      DATABASE_URL: databases.onPrimary,
      DATABASE_READ_URL: databases.onStandby,
      DATABASE_MAX_LAG_SECONDS: String(maxLagSeconds),
    }
    await using here = await startTestApi(env)
    await using there = await startTestApi(env)
    await waitUntil(() => isUsed(here) && isUsed(there), 'the replica to be used')
    await use({ here, there })
    await setReplay(servers.standby, 'running').catch(() => {})
  },
})

export function startStandbyOf(primary: TestPostgres): Promise<TestPostgres> {
  return startTestStandby(primary, { binaries })
}

/** The URL of the same database on another server. */
export function onServer(databaseUrl: string, server: TestPostgres): string {
  const url = new URL(databaseUrl)
  url.host = new URL(server.url).host
  return url.href
}

export function isUsed(api: TestApi): boolean {
  return api.context.replica?.state().isUsed === true
}

/** Sets a record; resolves to the write's position. */
export async function set(
  api: TestApi,
  body: { user_id: string; username: string; timezone: string },
): Promise<string> {
  const { status, headers } = await api.client.setTimezone({ body })
  expect(status).toBe(200)
  return headers.get('registry-position') ?? ''
}

export async function zoneOf(api: TestApi, userId: string, position?: string): Promise<string | undefined> {
  const headers: Record<string, string> = position === undefined ? {} : { 'registry-position': position }
  const response = await fetch(`${api.baseUrl}/get?id=${userId}`, { headers })
  expect([200, 404]).toContain(response.status)
  return ((await response.json()) as { timezone?: string }).timezone
}
