import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig } from '@timezone-registry/config'
import { findPgDump } from '@timezone-registry/test-servers/pg-dump'
import { pgBouncerMissing, startTestPgBouncer } from '@timezone-registry/test-servers/pgbouncer'
import { startTestPostgres } from '@timezone-registry/test-servers/postgres'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { UNPRIVILEGED } from '@timezone-registry/test-servers/unprivileged'
import { describe, expect, onTestFinished, test } from 'vitest'
import { checkServer } from '../src/cli/doctor/check-server.ts'
import { checkZones } from '../src/cli/doctor/doctor-command.ts'
import { createRole, diagnose, diagnoseOwned, find, nowhere, problems } from './diagnose.ts'
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

  test('rights that the role lacks', async () => {
    const url = await createTestDatabase()
    await runCommand({ DATABASE_URL: url }, 'migrate')
    const reader = await createRole(url)
    await execute(url, `grant select on timezones to ${reader.username}`)
    const { code, findings } = await diagnose({ DATABASE_URL: reader.href })
    const finding = find(findings, 'database rights')
    expect(finding?.status).toBe('problem')
    for (const right of [
      'CREATE on schema public',
      'INSERT on timezones',
      'SELECT on sessions',
      'ownership of timezones',
    ])
      expect(finding?.message).toContain(right)
    expect(finding?.message).not.toContain('SELECT on timezones')
    expect(code).toBe(1)
  })

  test('a superuser, missing migrations with MIGRATE=off, too many connections, a cheap jit', async () => {
    const url = await createTestDatabase()
    const { pathname } = new URL(url)
    await execute(url, `alter database ${pathname.slice(1)} set jit_above_cost = 10`)
    const { findings } = await diagnose({ DATABASE_URL: url, MIGRATE: 'off', DATABASE_POOL_SIZE: '1000' })
    expect(find(findings, 'database rights')?.message).toContain('superuser')
    expect(find(findings, 'migrations')).toMatchObject({ status: 'problem' })
    expect(find(findings, 'database connections')).toMatchObject({ status: 'problem' })
    expect(find(findings, 'database jit')).toMatchObject({ advice: expect.stringContaining('SET jit = off') })
  })

  test('an old version, a wrong clock and a long transaction', () => {
    const findings = checkServer(
      {
        version: '12.1',
        majorVersion: 12,
        role: 'app',
        isSuperuser: false,
        unsafeSettings: [],
        jitAboveCost: null,
        maxConnections: 97,
        clockAheadMilliseconds: -61_000,
        oldestTransactionSeconds: 120,
        prepared: null,
        hiddenTransactions: 0,
        missingRights: [],
      },
      { database: { isPooled: false, warnings: [] }, config: loadConfig({}) },
    )
    expect(problems(findings)).toEqual(['database version'])
    expect(find(findings, 'clock')).toMatchObject({
      status: 'warning',
      message: "The database's clock is 61 s behind this machine's.",
    })
    expect(find(findings, 'database transactions')).toMatchObject({ status: 'warning' })
  })

  test('settings that may lose acknowledged writes', async () => {
    await using postgres = await startTestPostgres({ settings: ['fsync=off'] })
    const refused = await diagnose({ DATABASE_URL: postgres.url })
    expect(find(refused.findings, 'database durability')).toMatchObject({ status: 'problem' })
    const trusted = await diagnose({ DATABASE_URL: postgres.url, DATABASE_DURABILITY: 'trusted' })
    expect(find(trusted.findings, 'database durability')).toMatchObject({ status: 'warning' })
  })

  test.skipIf(pgBouncerMissing() !== undefined)('a pooler without timeouts for the role', async () => {
    const url = await createTestDatabase()
    await using pooler = await startTestPgBouncer({ serverUrl: url })
    expect(find((await diagnose({ DATABASE_URL: pooler.url })).findings, 'database pooler')).toMatchObject({
      status: 'warning',
      advice: expect.stringMatching(
        /^Run: ALTER ROLE "postgres" SET statement_timeout.*\. Then run RECONNECT/,
      ),
    })
  })

  // npm's PostgreSQL may be built without TLS.
  const { binaries = '', missing } = findPgDump()
  test.skipIf(missing !== undefined)('certificates that expire soon, or cannot be read', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'doctor-'))
    onTestFinished(() => rmSync(directory, { recursive: true }))
    // Valid for a day.
    const { key, certificate } = createCertificate(directory)
    const server = createServer({ key: readFileSync(key), cert: readFileSync(certificate) })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    // The server's user reads them, and nobody else may read the key.
    chmodSync(directory, 0o755)
    if (process.getuid?.() === 0)
      for (const file of [key, certificate]) chownSync(file, UNPRIVILEGED.uid, UNPRIVILEGED.gid)
    chmodSync(key, 0o600)
    await using postgres = await startTestPostgres({
      binaries,
      settings: ['ssl=on', `ssl_cert_file=${certificate}`, `ssl_key_file=${key}`],
    })
    const { findings } = await diagnose({
      PUBLIC_URL: `https://127.0.0.1:${port}`,
      DATABASE_URL: `${postgres.url}?sslmode=no-verify`,
    })
    for (const check of ['certificate', 'database certificate'])
      expect(find(findings, check)).toMatchObject({
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

  test('time zones of an earlier year', () => {
    const now = new Date('2026-11-22T00:00:00Z')
    expect(checkZones({ release: '2026c', now }).status).toBe('ok')
    expect(checkZones({ release: '2025c', now }).status).toBe('warning')
    expect(checkZones({ release: '2025c', now: new Date('2026-03-01T00:00:00Z') }).status).toBe('ok')
  })
})
