import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startProcess } from '@timezone-registry/test-servers/service-process'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { afterAll, describe, expect, test } from 'vitest'
import { runRegistry } from '../src/cli/program.ts'
import { runCommand } from './run-command.ts'
import { execute } from './start-test-api.ts'

const { PATH } = process.env
const CHECKOUT = fileURLToPath(new URL('../../..', import.meta.url))
const REGISTRY = fileURLToPath(new URL('../src/cli/registry.ts', import.meta.url))
// Writing to it fails as on a full disk.
const FULL_DISK = '/dev/full'
const KEYS_CREATE = ['registry', 'keys', 'create', '--name', 'bot', '--scope', 'records:write']
const directory = mkdtempSync(join(tmpdir(), 'registry-command-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

describe('registry', () => {
  test('serve starts the service, as the image does', async () => {
    await using service = startProcess({ DATABASE_URL: await createTestDatabase() }, { command: 'serve' })
    const address = await service.ready()
    expect((await fetch(`${address}/livez`)).status).toBe(200)
    service.kill('SIGINT')
    expect(await service.ended()).toBe(0)
  })

  test.for([['keys', 'list'], ['export'], ['sessions', 'list', 'ann']])(
    '%o with MIGRATE=off names the missing migrations, as serve does',
    async (args) => {
      const env = { DATABASE_URL: await createTestDatabase(), MIGRATE: 'off' }
      const { code, stderr, stdout } = await runCommand(env, ...args)
      expect([code, stdout]).toEqual([1, ''])
      expect(stderr).toMatch(/^The database lacks 0000_create_timezones, .*Run "registry migrate"/)
      await runCommand(env, 'migrate')
      expect(await runCommand(env, ...args)).toMatchObject({ code: 0 })
    },
  )

  test('--json writes one line of JSON, and nothing else, to standard output', async () => {
    const database = await createTestDatabase()
    const { applied } = await json(database, 'migrate')
    expect(applied).toContain('0000_create_timezones')
    expect(await json(database, 'keys', 'list')).toEqual([])
    const scopes = ['records:read', 'records:write', 'admin']
    const create = ['keys', 'create', '--name', 'bot', '--scope']
    const created = await json(database, ...create, ...scopes)
    expect(created).toEqual({
      id: expect.any(Number),
      name: 'bot',
      scopes,
      expires_in_seconds: null,
      key: expect.stringMatching(/^tzr_/),
    })
    expect(await json(database, 'keys', 'list')).toMatchObject([{ id: created.id, state: 'active' }])
    expect(await json(database, 'keys', 'revoke', '1')).toMatchObject({ revoked: true })
    const file = join(directory, 'one.json')
    writeFileSync(file, '{ "ann": { "username": "Ann", "timezone": "UTC" } }')
    expect(await json(database, 'import', '--from', file)).toEqual({
      added: 1,
      updated: 0,
      kept: 0,
      bad: 0,
    })
    expect(await json(database, 'erase', 'ann')).toMatchObject({ record: true, sessions: 0 })
  })
})

test('a list has only the columns that have a value', async () => {
  const database = await createTestDatabase()
  await run(database, 'keys', 'create', '--name', 'bot', '--scope', 'admin')
  const { stdout } = await run(database, 'keys', 'list')
  expect(stdout).toMatch(/^ID {2}NAME {2}STATE {3}SCOPES {2}CREATED AT\n1 {3}bot {3}active {2}admin {3}2/)
  expect(stdout).not.toMatch(/per minute|expires at|revoked at/i)
  await run(database, 'keys', 'revoke', '1')
  expect((await run(database, 'keys', 'list')).stdout).toMatch(/REVOKED AT.*\d{4}-\d\d-\d\d \d\d:\d\dZ/s)
})

test('npx prints the new key alone on standard output, without npm’s banner', async () => {
  const { stdout, stderr } = await promisify(execFile)('npx', KEYS_CREATE, {
    cwd: CHECKOUT,
    // As in an operator's shell: without what npm sets for the scripts that it runs, and without a network.
    env: { PATH, HOME: directory, npm_config_offline: 'true', DATABASE_URL: await createTestDatabase() },
  })
  expect(stdout, stderr).toMatch(/^tzr_[0-9a-f]{64}\n$/)
  expect(stderr).toContain('It will not be shown again')
})

test.skipIf(!existsSync(FULL_DISK))('a new key that could not be written is a failure', async () => {
  const env = { PATH, DATABASE_URL: await createTestDatabase() }
  const script = `exec "$0" "$@" > ${FULL_DISK}`
  const args = ['-c', script, process.execPath, REGISTRY, ...KEYS_CREATE.slice(1)]
  const { code, stderr } = await promisify(execFile)('sh', args, { env }).then(
    () => expect.unreachable('it succeeded'),
    (error) => error,
  )
  expect([code, stderr]).toEqual([1, expect.stringContaining('ENOSPC')])
})

test.for([['backup'], ['export', '--to'], ['import', '--from'], ['restore']])(
  '%j of a file in a directory that is missing reports that',
  async (args) => {
    const env = { DATABASE_URL: await createTestDatabase() }
    const { code, stderr } = await runCommand(env, ...args, '/missing/registry.json')
    expect(code).toBe(1)
    expect(stderr).toMatch(/^ENOENT: .*'\/missing\/registry\.json(\.incomplete)?'\n$/)
  },
)

test.for([
  [KEYS_CREATE.slice(1), 1],
  [['keys', 'list'], 0],
  [['export'], 0],
] as const)('%j for a reader that has closed the pipe exits with %i', async ([args, code]) => {
  const closed = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })
  const stdout = new Writable({ write: (_chunk, _encoding, callback) => callback(closed) })
  const stderr = new PassThrough()
  const env = { DATABASE_URL: await createTestDatabase() }
  await runCommand(env, 'migrate')
  await execute(
    env.DATABASE_URL,
    "insert into timezones (user_id, username, timezone) values ('1', 'x', 'UTC')",
  )
  expect(await runRegistry(args, { env, stdout, stderr })).toBe(code)
  stderr.end()
  expect((await text(stderr)).includes('Could not write the result: write EPIPE')).toBe(code === 1)
})

describe('registry sessions and erase', () => {
  test('list and end the sessions of one user, who may have no record', async () => {
    const database = await createTestDatabase()
    await run(database, 'migrate')
    await execute(
      database,
      `insert into sessions (id_hash, provider, issuer, subject, user_id, username, device)
       values ('1', 'discord', 'y', 'ann', 'ann', 'Ann', 'Firefox on Windows'), ('2', 'discord', 'y', 'ann', 'ann', 'Ann', null),
              ('3', 'discord', 'y', 'bob', 'bob', 'Bob', null)`,
    )
    expect((await run(database, 'sessions', 'list', 'ann')).stdout).toContain('Firefox on Windows')
    const listed = await json(database, 'sessions', 'list', 'ann')
    expect(listed).toHaveLength(2)
    expect(JSON.stringify(listed)).not.toContain('"1"')

    expect(await json(database, 'sessions', 'end', 'ann', '--id', listed[0].id)).toMatchObject({ ended: 1 })
    const { stderr } = await run(database, 'sessions', 'end', 'ann')
    expect(stderr).toContain(', session_end, signed_out at ')
    expect(stderr).toContain('Ended 1 session.')
    expect(await execute(database, 'select user_id from sessions')).toEqual([{ user_id: 'bob' }])
    expect(await run(database, 'sessions', 'end', 'ann')).toMatchObject({ code: 1, stdout: '' })
    expect(await run(database, 'erase', 'bob')).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('1 session'),
    })
    expect(await execute(database, 'select from sessions')).toEqual([])
  })
})

function run(DATABASE_URL: string, ...args: string[]) {
  return runCommand({ DATABASE_URL }, ...args)
}

async function json(DATABASE_URL: string, ...args: string[]) {
  const { code, stdout, stderr } = await run(DATABASE_URL, ...args, '--json')
  expect(code, stderr).toBe(0)
  expect(stdout).toMatch(/^[^\n]*\n$/)
  return JSON.parse(stdout)
}

test('registry migrate writes the applied migrations, and nothing else, to standard output', async () => {
  const database = await createTestDatabase()
  const first = await runCommand({ DATABASE_URL: database }, 'migrate')
  expect(first.code).toBe(0)
  expect(first.stdout).toMatch(/^(\d{4}_\w+\n)+$/)
  const second = await runCommand({ DATABASE_URL: database }, 'migrate')
  expect(second).toMatchObject({ code: 0, stdout: '', stderr: expect.stringContaining('up to date') })
})
