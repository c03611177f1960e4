import { freePort } from '@timezone-registry/test-servers/free-port'
import { startTestPostgres } from '@timezone-registry/test-servers/postgres'
import { waitUntil } from '@timezone-registry/test-servers/server-process'
import { type ServiceProcess, startProcess } from '@timezone-registry/test-servers/service-process'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { describe, expect, test } from 'vitest'
import { rawFetch } from './raw-request.ts'
import { execute, openTransaction } from './start-test-api.ts'

const UNREACHABLE = 'postgres://user@127.0.0.1:1/db'

describe.concurrent('a stop signal during startup ends the process with code 0', () => {
  test.for(['SIGTERM', 'SIGINT'] as const)('%s while it waits for the database', async (signal) => {
    await using service = startProcess({ DATABASE_URL: UNREACHABLE })
    await waitUntil(() => hasLogged(service, 'is unavailable'), 'it to wait')
    service.kill(signal)
    expect(await service.ended()).toBe(0)
    expect(service.log.at(-1)?.msg).toBe('Stopped')
  })

  test.for([
    ['lock table timezones', 'holds a lock'],
    ['select pg_advisory_xact_lock(7419046201)', 'Another process is migrating'],
  ] as const)('while it waits for another transaction: %s', async ([lock, reason]) => {
    // Its open transaction must not hold back the feeds of other tests.
    await using postgres = await startTestPostgres()
    const DATABASE_URL = await createTestDatabase(postgres.url)
    await execute(DATABASE_URL, 'create table timezones (user_id text)')
    const other = await openTransaction(DATABASE_URL)
    await other.query(lock)
    const port = await freePort()
    await using service = startProcess({ DATABASE_URL, PORT: String(port) })
    await waitUntil(() => hasLogged(service, reason), 'it to wait')
    expect(await statusesOf(port)).toEqual({ livez: 200, readyz: 503 })
    service.kill('SIGTERM')
    expect(await service.ended()).toBe(0)
    expect(service.log.at(-1)?.msg).toBe('Stopped')
    await other.end()
  })

  test('while a migration runs, which is rolled back; until then, the process is live and not ready', async () => {
    await using postgres = await startTestPostgres()
    const DATABASE_URL = await createTestDatabase(postgres.url)
    await makeMigrationsSlow(DATABASE_URL)
    const port = await freePort()
    await using service = startProcess({ DATABASE_URL, PORT: String(port) })
    const sleeping = () => findSleeping(DATABASE_URL)
    await waitUntil(async () => (await sleeping()).length > 0, 'the migration')
    expect(await statusesOf(port)).toEqual({ livez: 200, readyz: 503 })
    service.kill('SIGTERM')
    expect(await service.ended()).toBe(0)
    expect(service.log.at(-1)?.msg).toBe('Stopped')
    await waitUntil(async () => (await sleeping()).length === 0, 'the server to roll back')
    expect(await execute(DATABASE_URL, 'select from pg_tables where schemaname = current_schema()')).toEqual(
      [],
    )
  })

  test('while the server of the database is frozen', async () => {
    await using postgres = await startTestPostgres()
    const DATABASE_URL = await createTestDatabase(postgres.url)
    await makeMigrationsSlow(DATABASE_URL)
    await using service = startProcess({ DATABASE_URL })
    const sleeping = () => findSleeping(DATABASE_URL)
    await waitUntil(async () => (await sleeping()).length > 0, 'the migration')
    postgres.pause()
    service.kill('SIGTERM')
    expect(await service.ended()).toBe(0)
    expect(service.log.at(-1)?.msg).toBe('Stopped')
  })
})

/** Makes the first migration wait longer than any test. */
async function makeMigrationsSlow(databaseUrl: string): Promise<void> {
  await execute(
    databaseUrl,
    `create function wait() returns event_trigger language plpgsql as $$ begin perform pg_sleep(3600); end $$;
    create event trigger slow on ddl_command_start when tag in ('CREATE TABLE') execute function wait()`,
  )
}

function findSleeping(databaseUrl: string): Promise<unknown[]> {
  return execute(databaseUrl, "select from pg_stat_activity where wait_event = 'PgSleep'")
}

async function statusesOf(port: number) {
  const statusOf = async (path: string) => (await rawFetch(`http://127.0.0.1:${port}/${path}`)).status
  return { livez: await statusOf('livez'), readyz: await statusOf('readyz') }
}

function hasLogged(service: ServiceProcess, text: string): boolean {
  return service.log.some(({ msg }) => String(msg).includes(text))
}
