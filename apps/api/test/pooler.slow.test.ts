import { pgBouncerMissing, startTestPgBouncer } from '@timezone-registry/test-servers/pgbouncer'
import { startProcess } from '@timezone-registry/test-servers/service-process'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { describe, expect, test } from 'vitest'
import { diagnose } from './diagnose.ts'
import { createTestKey, execute, randomUser, startTestApi } from './start-test-api.ts'

const ALL_PARAMETERS =
  'ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout,extra_float_digits'

describe.skipIf(pgBouncerMissing() !== undefined)('behind PgBouncer in transaction mode', () => {
  test.for([
    ['refuses unknown start-up parameters', []],
    ['ignores them', [ALL_PARAMETERS]],
  ] as const)('that %s, every read and write works under load', async ([, settings]) => {
    const direct = await createTestDatabase()
    await using pooler = await startTestPgBouncer({
      serverUrl: direct,
      settings: [...settings, 'default_pool_size = 5'],
    })
    await using api = await startTestApi({ DATABASE_URL: pooler.url, DATABASE_POOL_SIZE: '20' })
    const users = Array.from({ length: 300 }, randomUser)
    const work = async (user: (typeof users)[number]) => [
      (await api.client.setTimezone({ body: { ...user, timezone: 'Asia/Tokyo' } })).status,
      (await api.client.getTimezone({ query: { id: user.user_id } })).status,
      (await api.client.getTimezone({ query: { id: randomUser().user_id } })).status,
      (await fetch(`${api.baseUrl}/v1/changes?limit=1`)).status,
      (await api.client.deleteTimezone({ query: { user_id: user.user_id } })).status,
    ]
    // 30 clients at a time: more than the pool, fewer than the limit of requests in flight.
    const statuses = []
    for (let start = 0; start < users.length; start += 30)
      statuses.push(...(await Promise.all(users.slice(start, start + 30).map(work))))

    expect(statuses).toEqual(users.map(() => [200, 200, 404, 200, 200]))
    expect((await api.client.listTimezones()).status).toBe(200)
    const { key } = await createTestKey(api)
    const keyed = await api.client.setTimezone({
      body: { ...randomUser(), timezone: 'UTC' },
      extraHeaders: { authorization: `Bearer ${key}` },
    })
    expect(keyed.status).toBe(200)
    // The statements went through the pooler.
    expect(await execute(pooler.url, 'select count(*)::int as records from timezones')).toEqual([
      { records: 1 },
    ])
  })

  test('the role’s timeouts apply once its advice has been followed', async () => {
    const url = await createTestDatabase()
    const role = `role_${crypto.randomUUID().replaceAll('-', '')}`
    await execute(url, `create role ${role} login superuser`)
    const asRole = Object.assign(new URL(url), { username: role })
    const settings = [`admin_users = ${role}`]
    await using pooler = await startTestPgBouncer({ serverUrl: asRole.href, settings })
    const DATABASE_URL = pooler.url
    const findWarning = async () =>
      (await diagnose({ DATABASE_URL })).findings.find(({ message }) => message.includes('Run: '))
    const { message = '' } = (await findWarning()) ?? {}
    const [, statements = '', reconnect = ''] = /Run: (.*)\. Then run (\w+) in/.exec(message) ?? []
    for (const statement of statements.split('; ')) await execute(url, statement)
    // Connections to the server that are older keep their timeouts.
    await execute(Object.assign(new URL(pooler.url), { pathname: '/pgbouncer' }).href, reconnect)
    expect(await findWarning()).toBeUndefined()
  })

  test('a process restarts while another one serves', async () => {
    await using pooler = await startTestPgBouncer({ serverUrl: await createTestDatabase() })
    const env = { DATABASE_URL: pooler.url, DATABASE_WAIT_SECONDS: '5' }
    await using first = startProcess(env)
    await first.ready()
    for (let round = 0; round < 2; round++) {
      await using second = startProcess(env)
      const address = await second.ready()
      expect((await fetch(`${address}/v1/list`)).status).toBe(200)
      second.kill('SIGINT')
      expect(await second.ended()).toBe(0)
    }
  })
})
