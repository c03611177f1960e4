import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pgBouncerMissing, startTestPgBouncer } from '@timezone-registry/test-servers/pgbouncer'
import { startTestPostgres } from '@timezone-registry/test-servers/postgres'
import { waitUntil } from '@timezone-registry/test-servers/server-process'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { diagnose, find, nowhere, problems } from './diagnose.ts'
import { runCommand } from './run-command.ts'
import { createCertificate } from './servers/certificate.ts'
import { execute, startTestApi } from './start-test-api.ts'

describe('registry doctor', () => {
  test('finds nothing wrong with a sound installation, and changes nothing', async () => {
    await using postgres = await startTestPostgres()
    const url = await createOwner(postgres.url)
    const { code, findings } = await diagnose({ DATABASE_URL: url })
    expect(findings.filter(({ status }) => status !== 'ok')).toEqual([
      expect.objectContaining({ check: 'migrations', status: 'warning' }),
    ])
    expect(code).toBe(0)
    expect(await execute(url, "select 1 from pg_tables where tablename = 'timezones'")).toEqual([])
    await runCommand({ DATABASE_URL: url }, 'migrate')
    expect((await diagnose({ DATABASE_URL: url })).findings.every(({ status }) => status === 'ok')).toBe(true)
  })

  test('writes a line for each check, with what to do', async () => {
    const { stdout, stderr, code } = await runCommand(
      { DATABASE_URL: 'postgres://x:secret@127.0.0.1:1/y' },
      'doctor',
    )
    expect(stdout).toMatch(/^problem {2}database {2,}.*ECONNREFUSED.*\n +→ Nothing is listening there/m)
    expect(stdout + stderr).not.toContain('secret')
    expect(stderr).toBe('1 problem, 0 warnings\n')
    expect(code).toBe(1)
  })

  test('reports every problem of the configuration', async () => {
    const { code, findings } = await diagnose({ PORT: 'x', REDIS_POOL_SIZE: '0' })
    expect(problems(findings)).toEqual(['configuration', 'configuration'])
    expect(code).toBe(1)
  })

  test('reports the configuration’s warnings', async () => {
    const { findings } = await diagnose({ HOST: '0.0.0.0', AUTH: 'open', DATA_DIR: nowhere() })
    expect(find(findings, 'configuration')).toMatchObject({
      status: 'warning',
      message: expect.stringContaining('can write every record'),
    })
    expect(find(findings, 'database')).toMatchObject({
      status: 'ok',
      message: expect.stringContaining('none yet'),
    })
  })

  test.runIf(process.platform === 'linux')('a directory that cannot be created', async () => {
    const { findings } = await diagnose({ DATA_DIR: '/proc/x/data' })
    expect(find(findings, 'database')).toMatchObject({
      status: 'problem',
      message: expect.stringMatching(/^\/proc\/x cannot be created .* Set DATA_DIR to/),
    })
  })

  test('a directory without a database, which stays empty', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'doctor-'))
    onTestFinished(() => rmSync(directory, { recursive: true }))
    expect(find((await diagnose({ DATA_DIR: directory })).findings, 'database')).toMatchObject({
      status: 'ok',
      message: expect.stringContaining('none yet'),
    })
    expect(readdirSync(directory)).toEqual([])
  })

  test('a database that does not exist, a role that is refused, and a password that is not percent-encoded', async () => {
    const url = new URL(await createTestDatabase())
    url.pathname = '/missing'
    const missing = url.href
    url.username = 'nobody_here'
    const split = 'postgres://registry:p@ss.invalid/word@127.0.0.1/db'
    for (const [DATABASE_URL, advice] of [
      [missing, 'Create this database'],
      [url.href, 'Correct the role'],
      [split, 'percent-encoded'],
    ] as const)
      expect(find((await diagnose({ DATABASE_URL })).findings, 'database')).toMatchObject({
        status: 'problem',
        advice: expect.stringContaining(advice),
      })
  })

  test('settings that may lose acknowledged writes', async () => {
    await using postgres = await startTestPostgres({ settings: ['fsync=off'] })
    const refused = await diagnose({ DATABASE_URL: postgres.url })
    expect(find(refused.findings, 'database')).toMatchObject({
      status: 'problem',
      message: expect.stringContaining('Switch on fsync'),
    })
    const trusted = await diagnose({ DATABASE_URL: postgres.url, DATABASE_DURABILITY: 'trusted' })
    expect(find(trusted.findings, 'database')).toMatchObject({ status: 'ok' })
  })

  test('a transaction of another role that holds the feed back, open or prepared, unless it ends within a second', async () => {
    await using postgres = await startTestPostgres({ settings: ['max_prepared_transactions=2'] })
    const DATABASE_URL = await createOwner(postgres.url)
    const seen = async () => find((await diagnose({ DATABASE_URL })).findings, 'database transactions')
    expect(await seen()).toMatchObject({ status: 'ok' })
    // The sessions of a superuser are hidden from the role.
    const writer = new pg.Client(postgres.url)
    await writer.connect()
    await using _end = { [Symbol.asyncDispose]: () => writer.end() }
    await writer.query('begin; select pg_current_xact_id()')
    const { rows } = await writer.query('select pg_backend_pid() as pid')
    expect(await seen()).toMatchObject({
      status: 'warning',
      message: expect.stringContaining(`of process ${rows[0].pid} in postgres is open`),
      advice: expect.stringContaining(`pg_terminate_backend(${rows[0].pid})`),
    })
    await writer.query('rollback')
    await waitUntil(async () => (await seen())?.status === 'ok', 'the warning to end')
    await writer.query("begin; select pg_current_xact_id(); prepare transaction 'forgotten'")
    expect(await seen()).toMatchObject({
      status: 'warning',
      message: expect.stringMatching(/prepared as forgotten in postgres is open since \d{4}-/),
      advice: expect.stringContaining('ROLLBACK PREPARED'),
    })
  })

  test.skipIf(pgBouncerMissing() !== undefined)('a pooler without timeouts for the role', async () => {
    const url = await createTestDatabase()
    await using pooler = await startTestPgBouncer({ serverUrl: url })
    expect((await diagnose({ DATABASE_URL: pooler.url })).findings).toContainEqual({
      check: 'database',
      status: 'warning',
      message: expect.stringMatching(
        /has no lock_timeout and statement_timeout.* Run: ALTER ROLE "postgres" SET statement_timeout.*\. Then run RECONNECT/,
      ),
    })
  })

  test('a certificate that expires soon, or cannot be read', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'doctor-'))
    onTestFinished(() => rmSync(directory, { recursive: true }))
    // Valid for a day.
    const { key, certificate } = createCertificate(directory)
    const server = createServer({ key: readFileSync(key), cert: readFileSync(certificate) })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const { findings } = await diagnose({ PUBLIC_URL: `https://127.0.0.1:${port}`, DATA_DIR: nowhere() })
    expect(find(findings, 'certificate')).toMatchObject({
      status: 'warning',
      message: expect.stringMatching(/^The certificate of 127\.0\.0\.1:\d+ expires on \d{4}-\d\d-\d\d\.$/),
    })
    const nothing = await diagnose({ PUBLIC_URL: 'https://127.0.0.1:1', DATA_DIR: nowhere() })
    expect(find(nothing.findings, 'certificate')?.message).toContain('ECONNREFUSED')
  })

  test('an address that clients can choose, with more trusted proxies than there are', async () => {
    const findWith = async (hops: string) => {
      await using api = await startTestApi({ TRUST_PROXY: hops, RATE_LIMIT_READS_PER_MINUTE: '100' })
      const settings = { PUBLIC_URL: api.baseUrl, TRUST_PROXY: '2', DATA_DIR: nowhere() }
      return find((await diagnose(settings)).findings, 'trusted proxies')?.status
    }
    expect([await findWith('2'), await findWith('3'), await findWith('0')]).toEqual(['problem', 'ok', 'ok'])
  })
})

/** A URL for a role that owns its own database and nothing else. */
async function createOwner(server: string): Promise<string> {
  const url = new URL(await createTestDatabase(server))
  const role = `role_${crypto.randomUUID().replaceAll('-', '')}`
  await execute(url.href, `create role ${role} login`)
  await execute(url.href, `alter database ${url.pathname.slice(1)} owner to ${role}`)
  url.username = role
  return url.href
}
