import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pgBouncerMissing, startTestPgBouncer } from '@timezone-registry/test-servers/pgbouncer'
import { startTestPostgres } from '@timezone-registry/test-servers/postgres'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { describe, expect, onTestFinished, test } from 'vitest'
import { diagnose, diagnoseOwned, find, nowhere, problems } from './diagnose.ts'
import { runCommand } from './run-command.ts'
import { createCertificate } from './servers/certificate.ts'
import { execute, startTestApi } from './start-test-api.ts'

describe('registry doctor', () => {
  test('finds nothing wrong with a sound installation, and changes nothing', async () => {
    await using postgres = await startTestPostgres()
    const { code, findings, url } = await diagnoseOwned(postgres)
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
    expect(stdout).toMatch(
      /^problem {2}database {2,}.*ECONNREFUSED.*\n +→ Nothing is listening at this address/m,
    )
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

  test('a database that does not exist, and a role that is refused', async () => {
    const url = new URL(await createTestDatabase())
    url.pathname = '/missing'
    expect(find((await diagnose({ DATABASE_URL: url.href })).findings, 'database')).toMatchObject({
      status: 'problem',
      advice: expect.stringContaining('Create this database'),
    })
    url.username = 'nobody_here'
    expect(find((await diagnose({ DATABASE_URL: url.href })).findings, 'database')).toMatchObject({
      status: 'problem',
      advice: expect.stringContaining('refuses the role'),
    })
  })

  test('a password that is missing or wrong', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'doctor-'))
    onTestFinished(() => rmSync(directory, { recursive: true }))
    // The server's user reads the file.
    chmodSync(directory, 0o755)
    const rules = join(directory, 'pg_hba.conf')
    writeFileSync(rules, 'host postgres postgres samehost trust\nhost all all samehost scram-sha-256\n')
    await using postgres = await startTestPostgres({ settings: [`hba_file=${rules}`] })
    await execute(postgres.url, "create role app login password 'right'")
    const findingOf = async (credentials: string) => {
      const DATABASE_URL = postgres.url.replace('postgres@', `${credentials}@`)
      return find((await diagnose({ DATABASE_URL })).findings, 'database')
    }
    expect((await findingOf('app'))?.advice).toContain('requires a password')
    expect((await findingOf('app:wrong'))?.advice).toContain('refuses the role or its password')
    expect((await findingOf('app:right'))?.status).toBe('ok')
  })

  test('a password that is not percent-encoded, so that a part of it is taken for the host', async () => {
    const { findings } = await diagnose({
      DATABASE_URL: 'postgres://registry:p@ss.invalid/word@127.0.0.1/db',
    })
    expect(find(findings, 'database')).toMatchObject({
      status: 'problem',
      advice: expect.stringContaining('percent-encoded'),
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

  test.skipIf(pgBouncerMissing() !== undefined)('a pooler without timeouts for the role', async () => {
    const url = await createTestDatabase()
    await using pooler = await startTestPgBouncer({ serverUrl: url })
    expect((await diagnose({ DATABASE_URL: pooler.url })).findings).toContainEqual({
      check: 'database',
      status: 'warning',
      message: expect.stringContaining('has no lock_timeout and statement_timeout'),
      advice: expect.stringMatching(
        /^Run: ALTER ROLE "postgres" SET statement_timeout.*\. Then run RECONNECT/,
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
