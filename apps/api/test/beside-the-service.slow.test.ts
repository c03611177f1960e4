import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ServiceProcess, startProcess } from '@timezone-registry/test-servers/service-process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCommand } from './run-command.ts'

const directory = mkdtempSync(join(tmpdir(), 'beside-the-service-'))
const env = { DATA_DIR: join(directory, 'data') }
let service: ServiceProcess
let address = ''
beforeAll(async () => {
  service = startProcess(env)
  address = await service.ready()
}, 60_000)
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  rmSync(directory, { recursive: true })
})

describe('beside the service with the embedded database', { timeout: 60_000 }, () => {
  test('a key works once it is created, and not once it is revoked', async () => {
    const { stdout: key } = await run('keys', 'create', '--name', 'bot', '--scope', 'admin')
    expect((await run('keys', 'list')).stdout).toContain('bot')
    const read = () =>
      fetch(`${address}/v1/get?id=nobody`, { headers: { authorization: `Bearer ${key.trim()}` } })
    expect((await read()).status).toBe(404)
    await run('keys', 'revoke', 'bot')
    await expect.poll(async () => (await read()).status, { timeout: 10_000 }).toBe(401)
  })

  test('records that are imported, exported and erased are seen by the next read, cached or not', async () => {
    await save({ user_id: 'ann', username: 'Ann', timezone: 'Europe/Berlin' })
    expect(await zoneOf('ann')).toBe('Europe/Berlin')
    expect(await zoneOf('ann')).toBe('Europe/Berlin')
    const file = join(directory, 'records.json')
    writeFileSync(file, JSON.stringify({ ann: { username: 'Ann', timezone: 'Asia/Tokyo' } }))
    await run('import', '--from', file, '--overwrite')
    expect(await zoneOf('ann')).toBe('Asia/Tokyo')
    expect((await run('export')).stdout).toContain('Asia/Tokyo')
    expect(await (await fetch(`${address}/v1/list`)).json()).toMatchObject({
      ann: { timezone: 'Asia/Tokyo' },
    })
    await run('erase', 'ann')
    expect(await zoneOf('ann')).toBeUndefined()
  })

  test('a stream reports what a command has changed', async () => {
    const abort = new AbortController()
    const events = await fetch(`${address}/v1/events`, { signal: abort.signal })
    const reader = events.body?.pipeThrough(new TextDecoderStream()).getReader()
    await reader?.read()
    await run('seed', '--count', '1')
    let seen = ''
    while (!seen.includes('demo-000001')) seen += (await reader?.read())?.value
    abort.abort()
  })

  test('an import of many records does not keep the service from writing', async () => {
    const importing = run('seed', '--count', '30000')
    let writes = 0
    let isDone = false
    void importing.finally(() => {
      isDone = true
    })
    while (!isDone)
      await save({ user_id: `meanwhile-${writes++}`, username: 'someone', timezone: 'Europe/Berlin' })
    await importing
    expect(writes).toBeGreaterThan(5)
    for (let write = 0; write < writes; write++)
      expect(await zoneOf(`meanwhile-${write}`)).toBe('Europe/Berlin')
  })

  test('doctor, migrate and sessions work, and another service still does not', async () => {
    const { stdout } = await run('doctor')
    expect(stdout).toMatch(/warning +database .*of the running service/)
    expect(stdout).toMatch(/ok +migrations +up to date/)
    expect((await run('migrate')).stderr).toContain('up to date')
    expect((await run('sessions', 'list', 'ann')).stderr).toContain('no sessions')
    await using second = startProcess(env)
    await expect(second.ready()).rejects.toThrow(/Another process is using the data directory/)
  })
})

test('with EMBEDDED_SOCKET=off, a command says that the database is in use', {
  timeout: 60_000,
}, async () => {
  const own = { DATA_DIR: join(directory, 'closed'), EMBEDDED_SOCKET: 'off' }
  await using closed = startProcess(own)
  await closed.ready()
  expect(await runCommand(own, 'keys', 'list')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Another process is using the data directory'),
  })
})

async function run(...args: string[]) {
  const result = await runCommand(env, ...args)
  expect(result, args.join(' ')).toMatchObject({ code: 0 })
  return result
}

async function save(record: { user_id: string; username: string; timezone: string }): Promise<void> {
  const response = await fetch(`${address}/v1/set`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(record),
  })
  expect(response.status, await response.text()).toBe(200)
}

async function zoneOf(id: string): Promise<unknown> {
  const response = await fetch(`${address}/v1/get?id=${id}`)
  return response.ok ? ((await response.json()) as { timezone: string }).timezone : undefined
}
