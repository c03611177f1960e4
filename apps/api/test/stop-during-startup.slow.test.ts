import { startTestPostgres } from '@timezone-registry/test-servers/postgres'
import { waitUntil } from '@timezone-registry/test-servers/server-process'
import { type ServiceProcess, startProcess } from '@timezone-registry/test-servers/service-process'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { describe, expect, test } from 'vitest'
import { execute, openTransaction } from './start-test-api.ts'

const UNREACHABLE = 'postgres://user@127.0.0.1:1/db'

describe.concurrent('a stop signal during startup ends the process with code 0', () => {
  test.for(['SIGTERM', 'SIGINT'] as const)('%s while it waits for the database', async (signal) => {
    await using service = startProcess({ DATABASE_URL: UNREACHABLE })
    await waitUntil(() => hasLogged(service, 'is unavailable'), 'it to wait', 50)
    service.kill(signal)
    expect(await service.ended()).toBe(0)
    expect(service.log.at(-1)?.msg).toBe('Stopped')
  })

  test('while it waits for the lock of a migration', async () => {
    // Its open transaction must not hold back the feeds of other tests.
    await using postgres = await startTestPostgres()
    const DATABASE_URL = await createTestDatabase(postgres.url)
    await execute(DATABASE_URL, 'create table timezones (user_id text)')
    const other = await openTransaction(DATABASE_URL)
    await other.query('lock table timezones')
    await using service = startProcess({ DATABASE_URL })
    await waitUntil(() => hasLogged(service, 'holds a lock'), 'it to wait', 50)
    service.kill('SIGTERM')
    expect(await service.ended()).toBe(0)
    expect(service.log.at(-1)?.msg).toBe('Stopped')
    await other.end()
  })

  test('while a migration runs, once it has ended', async () => {
    await using postgres = await startTestPostgres()
    const DATABASE_URL = await createTestDatabase(postgres.url)
    // The first migration waits in it.
    await execute(
      DATABASE_URL,
      `create function wait() returns event_trigger language plpgsql as $$ begin perform pg_sleep(3); end $$;
      create event trigger slow on ddl_command_start when tag in ('CREATE SEQUENCE') execute function wait()`,
    )
    await using service = startProcess({ DATABASE_URL })
    const isMigrating = async () =>
      (await execute(DATABASE_URL, "select from pg_stat_activity where wait_event = 'PgSleep'")).length > 0
    await waitUntil(isMigrating, 'the migration', 50)
    service.kill('SIGTERM')
    expect(await service.ended()).toBe(0)
    expect(service.log.at(-1)?.msg).toBe('Stopped')
    expect(hasLogged(service, 'is ready at')).toBe(false)
    expect(await execute(DATABASE_URL, 'select from timezone_feed')).toHaveLength(1)
  })
})

function hasLogged(service: ServiceProcess, text: string): boolean {
  return service.log.some(({ msg }) => String(msg).includes(text))
}
