import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestPostgres } from '@timezone-registry/test-servers/postgres'
import { waitUntil } from '@timezone-registry/test-servers/server-process'
import { startProcess } from '@timezone-registry/test-servers/service-process'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rawFetch } from './raw-request.ts'
import { execute } from './start-test-api.ts'

const directory = mkdtempSync(join(tmpdir(), 'registry-data-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

// Startup takes seconds, so all of these tests share one sequence of processes on one data directory.
describe('on the embedded database', () => {
  let stopped: { code: unknown; messages: string[] }
  let refused: { code: unknown; message: unknown; othersStatus: number }
  let found: { afterStop: number; afterKill: number }

  beforeAll(async () => {
    const env = { DATA_DIR: join(directory, 'data') }
    await using first = startProcess({ ...env, LOG_REQUESTS: 'none', AUDIT_LOG: 'off' })
    await save(await first.ready(), 'ann')
    // npm and the terminal each forward one Ctrl-C.
    first.kill('SIGINT')
    first.kill('SIGINT')
    stopped = { code: await first.ended(), messages: first.log.map(({ msg }) => String(msg)) }

    await using second = startProcess(env)
    const address = await second.ready()
    const afterStop = (await read(address, 'ann')).status
    await using third = startProcess(env)
    refused = {
      code: await third.ended(),
      message: third.log.at(-1)?.msg,
      othersStatus: (await read(address, 'ann')).status,
    }
    await save(address, 'bob')
    second.kill('SIGKILL')
    await second.ended()

    await using fourth = startProcess(env)
    found = { afterStop, afterKill: (await read(await fourth.ready(), 'bob')).status }
  }, 90_000)

  test('a Ctrl-C that arrives twice counts as one, and ends the process with 0', () => {
    expect(stopped.code).toBe(0)
  })

  test('startup and shutdown log what was opened and closed', () => {
    expect(stopped.messages).toEqual([
      expect.stringContaining('Opened embedded PostgreSQL (PGlite)'),
      expect.stringContaining('can lose data in a power failure'),
      'Migrated the database',
      expect.stringMatching(
        /^Timezone Registry is ready at http:\/\/127\.0\.0\.1:\d+ on embedded PostgreSQL .*, without Redis$/,
      ),
      expect.stringContaining('Stopping'),
      'Closing the database',
      'Stopped',
    ])
  })

  test('data survives Ctrl-C and another start', () => {
    expect(found.afterStop).toBe(200)
  })

  test('a second start on the same data is refused while the first runs', () => {
    expect(refused).toEqual({
      code: 1,
      message: expect.stringMatching(
        /^Could not start: Another process is using the data directory .*DATA_DIR/,
      ),
      othersStatus: 200,
    })
  })

  test('a killed process leaves no lock and loses no acknowledged write', () => {
    expect(found.afterKill).toBe(200)
  })
})

describe.concurrent('startup that cannot succeed exits with a reason:', () => {
  test('a list of all configuration problems, by name and without values, and code 78', async () => {
    await using service = startProcess({
      PORT: 'secret1',
      DATABASE_URL: 'mysql://secret2',
      LOG_LEVEL: 'secret3',
    })
    expect(await service.ended()).toBe(78)
    for (const name of ['PORT', 'DATABASE_URL', 'LOG_LEVEL']) expect(service.stderr).toContain(name)
    expect(service.stderr).not.toContain('secret')
    expect(service.log).toEqual([])
  })

  test('a database that stays unavailable for DATABASE_WAIT_SECONDS', async () => {
    await using service = startProcess({
      DATABASE_URL: 'postgres://user:secret@127.0.0.1:1/db',
      DATABASE_WAIT_SECONDS: '1',
    })
    expect(await service.ended()).toBe(1)
    expect(service.log.at(-1)?.msg).toMatch(/^Could not start: .*127\.0\.0\.1:1/)
    expect(service.log).toContainEqual(
      expect.objectContaining({
        level: 'warn',
        msg: expect.stringMatching(/is unavailable .*Waiting up to 1 s/),
      }),
    )
    expect(JSON.stringify(service.log)).not.toContain('secret')
  })

  test('a migration that fails, by its name', async () => {
    const DATABASE_URL = await createTestDatabase()
    await execute(DATABASE_URL, 'create view timezones as select 1 as user_id')
    await using service = startProcess({ DATABASE_URL })
    expect(await service.ended()).toBe(1)
    expect(service.log.at(-1)?.msg).toMatch(
      /Migration 0001_add_created_and_updated_at failed: .*Nothing was changed/,
    )
  })

  test('a missing schema, with MIGRATE=off', async () => {
    await using service = startProcess({ DATABASE_URL: await createTestDatabase(), MIGRATE: 'off' })
    expect(await service.ended()).toBe(1)
    expect(service.log.at(-1)?.msg).toContain('npx registry migrate')
  })

  test('a server that may lose acknowledged writes, unless DATABASE_DURABILITY=trusted', async () => {
    const DATABASE_URL = await createTestDatabase()
    await execute(
      DATABASE_URL,
      `alter database ${new URL(DATABASE_URL).pathname.slice(1)} set synchronous_commit = off`,
    )
    await using refused = startProcess({ DATABASE_URL })
    expect(await refused.ended()).toBe(1)
    expect(refused.log.at(-1)?.msg).toContain('synchronous_commit is off')
    await using trusted = startProcess({ DATABASE_URL, DATABASE_DURABILITY: 'trusted' })
    await trusted.ready()
  })

  test('a port that is taken', async () => {
    await using first = startProcess({ DATABASE_URL: await createTestDatabase() })
    const { port } = new URL(await first.ready())
    await using second = startProcess({ DATABASE_URL: await createTestDatabase(), PORT: port })
    expect(await second.ended()).toBe(1)
    expect(second.log.at(-1)?.msg).toBe(
      `Could not start: Port ${port} of 127.0.0.1 is used by another program. Stop that program, or set PORT to a free port.`,
    )
  })

  test('a host that is not an address of this machine', async () => {
    // Reserved for documentation (RFC 5737).
    const env = { DATABASE_URL: await createTestDatabase(), HOST: '192.0.2.1' }
    await using service = startProcess(env)
    expect(await service.ended()).toBe(1)
    expect(service.log.at(-1)?.msg).toMatch(/^Could not start: HOST 192\.0\.2\.1 is not an address of this/)
  })
})

describe.concurrent('the log', () => {
  test('has one line for each request, with its id and without query values', async () => {
    await using service = startProcess({ DATABASE_URL: await createTestDatabase() })
    const address = await service.ready()
    const answer = await rawFetch(`${address}/v1/get?id=private`, {
      headers: { 'x-request-id': 'from-a-balancer.1' },
    })
    expect(answer.headers.get('x-request-id')).toBe('from-a-balancer.1')
    const made = await rawFetch(`${address}/stats`, { headers: { 'x-request-id': 'forged "} line' } })
    expect(made.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    service.kill('SIGINT')
    await service.ended()

    const requests = service.log.filter(({ msg }) => msg === 'request')
    expect(requests).toMatchObject([
      { level: 'info', method: 'GET', path: '/v1/get', status: 404, request_id: 'from-a-balancer.1' },
      {
        level: 'info',
        method: 'GET',
        path: '/stats',
        status: 200,
        request_id: made.headers.get('x-request-id'),
      },
    ])
    for (const line of requests) {
      expect(line.duration_ms).toBeTypeOf('number')
      expect(line.bytes).toBeGreaterThan(100)
    }
    expect(JSON.stringify(service.log)).not.toContain('private')
  })

  test.for([
    ['errors', ['/*']],
    ['none', []],
  ] as const)('with LOG_REQUESTS=%s has only the requests %j', async ([LOG_REQUESTS, paths]) => {
    await using service = startProcess({ DATABASE_URL: await createTestDatabase(), LOG_REQUESTS })
    const address = await service.ready()
    await rawFetch(`${address}/stats`)
    await rawFetch(`${address}/nothing`)
    service.kill('SIGINT')
    await service.ended()
    expect(service.log.filter(({ msg }) => msg === 'request').map(({ path }) => path)).toEqual(paths)
  })

  test('has a probe only if it failed', async () => {
    await using postgres = await startTestPostgres()
    await using service = startProcess({ DATABASE_URL: postgres.url })
    const address = await service.ready()
    for (const probe of ['/livez', '/v1/readyz', '/health']) await rawFetch(`${address}${probe}`)
    await postgres.stop('SIGKILL')
    await waitUntil(async () => (await rawFetch(`${address}/readyz`)).status === 503, 'the probe to fail')
    service.kill('SIGINT')
    await service.ended()
    const requests = service.log.filter(({ msg }) => msg === 'request')
    expect(requests.map(({ path, status }) => [path, status])).toEqual([['/readyz', 503]])
  })

  test('warns about open mode on an address that other machines can reach', async () => {
    await using service = startProcess({
      DATABASE_URL: await createTestDatabase(),
      HOST: '0.0.0.0',
      AUTH: 'open',
    })
    await service.ready()
    expect(service.log).toContainEqual(
      expect.objectContaining({ level: 'warn', msg: expect.stringContaining('ANYBODY') }),
    )
  })
})

test('without AUTH, an address that other machines can reach accepts no anonymous writes', async () => {
  await using service = startProcess({ DATABASE_URL: await createTestDatabase(), HOST: '0.0.0.0' })
  const { port } = new URL(await service.ready())
  const answer = await save(`http://127.0.0.1:${port}`, 'ann')
  expect([answer.status, JSON.parse(answer.body).code]).toEqual([401, 'unauthenticated'])
})

function save(address: string, userId: string) {
  return rawFetch(`${address}/set`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ user_id: userId, username: userId, timezone: 'UTC' }),
  })
}

function read(address: string, userId: string) {
  return rawFetch(`${address}/get?id=${userId}`)
}
