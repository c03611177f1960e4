import { createContractClient } from '@timezone-registry/contract'
import { startTestPostgres } from '@timezone-registry/test-servers/postgres'
import { waitUntil } from '@timezone-registry/test-servers/server-process'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { describe, expect } from 'vitest'
import { test as base } from './api-test.ts'
import { runCommand, spawnCommand } from './run-command.ts'
import { createTestKey, execute, randomUser, startTestApi, type TestApi } from './start-test-api.ts'

const test = base.extend({ env: [{ AUTH: 'required', READS: 'required' }, { scope: 'file' }] })

test('the first key is one that the operator has made, and comes back neither after others nor when revoked', async () => {
  const DATABASE_URL = await createTestDatabase()
  const key = `tzr_${'0123456789abcdef'.repeat(4)}`
  const env = { DATABASE_URL, AUTH: 'required', INITIAL_API_KEY: key }
  const write = async ({ baseUrl }: TestApi) => {
    const client = createContractClient({ baseUrl, apiKey: key })
    return (await client.setTimezone({ body: { ...randomUser(), timezone: 'UTC' } })).status
  }
  // Several instances may start together.
  const [first, second] = await Promise.all([startTestApi(env), startTestApi(env)])
  await using _first = first
  await using _second = second
  expect([await write(first), await write(second)]).toEqual([200, 200])
  expect(await execute(DATABASE_URL, 'select name, scopes from api_keys')).toEqual([
    { name: 'initial', scopes: ['records:read', 'records:write'] },
  ])
  await execute(DATABASE_URL, 'update api_keys set revoked_at = now()')
  await using later = await startTestApi(env)
  await using changed = await startTestApi({ ...env, INITIAL_API_KEY: key.replaceAll('0', '1') })
  expect([await write(later), await write(changed)]).toEqual([401, 401])
  expect(await execute(DATABASE_URL, 'select count(*)::int from api_keys')).toEqual([{ count: 1 }])
})

describe('a key', () => {
  test('that may not write is told which scope it lacks', async ({ api }) => {
    const { key: apiKey } = await createTestKey(api, { scopes: ['records:read'] })
    const client = createContractClient({ baseUrl: api.baseUrl, apiKey })
    const { status, body } = await client.setTimezone({ body: { ...randomUser(), timezone: 'UTC' } })
    expect([status, body]).toEqual([
      403,
      expect.objectContaining({ message: expect.stringContaining('records:write') }),
    ])
  })

  test('is refused on every instance once it is revoked or has expired', async ({ api }) => {
    await using other = await startTestApi({
      AUTH: 'required',
      READS: 'required',
      DATABASE_URL: api.databaseUrl,
    })
    const revoked = await createTestKey(api, { scopes: ['records:read'] })
    const expired = await createTestKey(api, { scopes: ['records:read'], lifetimeSeconds: 3600 })
    const statuses = () =>
      Promise.all([revoked, expired].flatMap(({ key }) => [readStatus(api, key), readStatus(other, key)]))
    expect(await statuses()).toEqual([404, 404, 404, 404])
    await revoked.revoke()
    await api.execute(`update api_keys set expires_at = now() where id = ${expired.id}`)
    await waitUntil(async () => (await statuses()).every((status) => status === 401), 'both to refuse')
  })

  test('has its use recorded without a write for each request', async ({ api }) => {
    const { key, id } = await createTestKey(api, { scopes: ['records:read'] })
    for (let request = 0; request < 50; request++) await readStatus(api, key)
    await waitUntil(async () => (await lastUse(api, id)) !== null, 'its use to be noted')
    const first = await lastUse(api, id)
    for (let request = 0; request < 50; request++) await readStatus(api, key)
    expect(await lastUse(api, id)).toEqual(first)
  })
})

test('public reads work with a key even while keys cannot be checked', async () => {
  await using postgres = await startTestPostgres()
  const DATABASE_URL = await createTestDatabase(postgres.url)
  await using open = await startTestApi({ AUTH: 'required', DATABASE_URL })
  const { key } = await createTestKey(open, { scopes: ['admin'] })
  const client = createContractClient({ baseUrl: open.baseUrl, apiKey: key })
  const user = randomUser()
  await client.setTimezone({ body: { ...user, timezone: 'UTC' } })
  const read = async () => (await client.getTimezone({ query: { id: user.user_id } })).status
  await waitUntil(async () => {
    await open.client.getTimezone({ query: { id: user.user_id } })
    return open.context.records.registry.peek(user.user_id) !== undefined
  }, 'it to be cached')
  expect(await read()).toBe(200)
  await postgres.stop('SIGKILL')
  await waitUntil(async () => (await client.getReadiness()).status === 503, 'the database to be missed')
  expect(await read()).toBe(200)
  const refused = await client.setTimezone({ body: { ...user, timezone: 'UTC' } })
  expect(refused.status).toBe(503)
})

describe('registry keys', () => {
  test('creates, lists and revokes; only the key goes to standard output', async ({ api }) => {
    const created = await spawnCommand(
      { DATABASE_URL: api.databaseUrl },
      'keys',
      'create',
      '--name',
      'bot',
      '--scope',
      'records:write',
      'records:read',
      '--expires',
      '90d',
    )
    expect(created).toMatchObject({ code: 0, stdout: expect.stringMatching(/^tzr_[0-9a-f]{64}\n$/) })
    const key = created.stdout.trim()
    const client = createContractClient({ baseUrl: api.baseUrl, apiKey: key })
    expect((await client.setTimezone({ body: { ...randomUser(), timezone: 'UTC' } })).status).toBe(200)

    const listed = await registry(api, 'list')
    expect(listed.stdout).toMatch(/bot.*active.*records:write, records:read/)
    expect(listed.stdout).not.toContain('tzr_')
    expect(JSON.stringify(await api.execute('select * from api_keys'))).not.toContain(key)

    const id = /^(\d+) +bot /m.exec(listed.stdout)?.[1] ?? ''
    expect((await registry(api, 'revoke', id)).code).toBe(0)
    await waitUntil(async () => (await readStatus(api, key)) === 401, 'it to be refused')
    expect((await registry(api, 'list')).stdout).toMatch(/bot.*revoked/)
  })

  test.for([
    [['create', '--name', 'x', '--scope', 'records:all'], 'Allowed choices are'],
    [['create', '--name', 'x'], "required option '--scope"],
    [['create', '--name', '', '--scope', 'admin'], 'must not be empty'],
    [['create', '--name', 'x', '--scope', 'admin', '--expires', 'soon'], '4w or 1y'],
    [['revoke', '999'], 'There is no key 999, or it is already revoked'],
    [['revoke', 'bot'], 'must be a whole number'],
  ] as const)('%j reports the problem, and changes nothing', async ([args, message], { api }) => {
    const { code, stderr, stdout } = await registry(api, ...args)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain(message)
  })
})

function registry({ databaseUrl }: TestApi, ...args: string[]) {
  return runCommand({ DATABASE_URL: databaseUrl }, 'keys', ...args)
}

async function readStatus(instance: TestApi, key: string): Promise<number> {
  const answer = await fetch(`${instance.baseUrl}/get?id=nobody`, {
    headers: { authorization: `Bearer ${key}` },
  })
  await answer.text()
  return answer.status
}

async function lastUse(api: TestApi, id: number) {
  const [row] = await api.execute(`select last_used_at from api_keys where id = ${id}`)
  return row?.last_used_at ?? null
}
