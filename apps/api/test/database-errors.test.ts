import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { expect, test } from 'vitest'
import { runCommand } from './run-command.ts'
import { execute, randomUser, startTestApi } from './start-test-api.ts'

test.for(['40001', '40P01'])(
  'a write that fails with %s is tried three times, then answered 503',
  async (code) => {
    await using api = await startTestApi()
    for (const statement of [
      // A rollback does not undo a sequence, so it counts the attempts.
      'create sequence attempts',
      `create function conflict() returns trigger language plpgsql as $$ begin perform nextval('attempts'); raise exception 'conflict' using errcode = '${code}'; end $$`,
      'create trigger conflict before insert on timezones for each row execute function conflict()',
    ])
      await api.execute(statement)

    const answer = await api.client.setTimezone({ body: { ...randomUser(), timezone: 'UTC' } })

    expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect(await api.execute('select last_value::int as attempts from attempts')).toEqual([{ attempts: 3 }])
  },
)

test('while the database refuses the service’s role, it answers 503, then 200 again', async () => {
  const owner = await createTestDatabase()
  const name = `role_${crypto.randomUUID().replaceAll('-', '')}`
  await execute(owner, `create role ${name} superuser login`)
  const url = new URL(owner)
  url.username = name
  await using api = await startTestApi({ DATABASE_URL: url.href })
  const set = () => api.client.setTimezone({ body: { ...randomUser(), timezone: 'UTC' } })

  await execute(owner, `alter role ${name} nologin`)
  await execute(owner, `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${name}'`)
  await expect.poll(async () => (await set()).status).toBe(503)
  // Each new connection is refused with 28000.
  expect(await set()).toMatchObject({ status: 503, body: { code: 'unavailable' } })
  await execute(owner, `alter role ${name} login`)
  await expect.poll(async () => (await set()).status).toBe(200)
})

test('while the disk of the database is full, writes have an error of their own, and reads continue', async () => {
  await using api = await startTestApi({ METRICS_PORT: '0' })
  const user = await api.save('UTC')
  await api.execute(`create function fail() returns trigger language plpgsql as $$ begin raise 'could not extend file' using errcode = '53100'; end $$;
     create trigger fail before insert or update or delete on timezones for each row execute function fail()`)
  const full = { code: 'storage_full', message: expect.stringContaining('full') }
  const write = await api.client.setTimezone({ body: { ...user, timezone: 'Asia/Tokyo' } })
  expect(write).toMatchObject({ status: 503, body: full })
  expect(write.headers.get('retry-after')).toBe('30')
  expect(await api.client.deleteTimezone({ query: { user_id: user.user_id } })).toMatchObject({ body: full })
  const bulk = await api.client.writeTimezones({ body: { records: [{ ...user, timezone: 'Asia/Tokyo' }] } })
  expect(bulk).toMatchObject({ status: 503, body: full })
  expect(await api.client.getTimezone({ query: { id: user.user_id } })).toMatchObject({
    status: 200,
    body: { timezone: 'UTC' },
  })
  expect(await api.client.getHealth()).toMatchObject({
    status: 200,
    body: { status: 'degraded', database: true, redis: true, storage_full: true },
  })
  const metrics = await fetch(`${api.metricsUrl}/metrics`)
  expect(await metrics.text()).toContain('timezone_registry_storage_full 1')
  const erasure = await runCommand({ DATABASE_URL: api.databaseUrl }, 'erase', user.user_id)
  expect(erasure.stderr).toMatch(/^The disk of the database is full[.]/m)

  await api.execute('drop trigger fail on timezones')
  expect(await api.client.setTimezone({ body: { ...user, timezone: 'Asia/Tokyo' } })).toMatchObject({
    status: 200,
  })
})

test('a disk that is full for some records of a bulk request shows in the health', async () => {
  await using api = await startTestApi()
  const [stuck, fine] = [randomUser(), randomUser()]
  await api.execute(`create function fail() returns trigger language plpgsql as $$ begin raise 'could not extend file' using errcode = '53100'; end $$;
     create trigger fail before delete on timezones for each row execute function fail()`)
  await api.save('UTC', stuck)
  const records = [
    { ...fine, timezone: 'UTC' },
    { user_id: stuck.user_id, delete: true as const },
  ]
  expect(await api.client.writeTimezones({ body: { records } })).toMatchObject({
    status: 200,
    body: { results: [{ status: 'saved' }, { status: 'refused', code: 'storage_full' }] },
  })
  expect(await api.client.getHealth()).toMatchObject({ body: { status: 'degraded', storage_full: true } })
})
