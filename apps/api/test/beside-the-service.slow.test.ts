import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { COMPILE_CACHE } from '@timezone-registry/test-servers/compile-cache'
import { type ServiceProcess, startProcess } from '@timezone-registry/test-servers/service-process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rawFetch } from './raw-request.ts'
import { runCommand } from './run-command.ts'

const COMMAND = fileURLToPath(new URL('../src/cli/registry.ts', import.meta.url))

const directory = mkdtempSync(join(tmpdir(), 'beside-the-service-'))
const env = { DATA_DIR: join(directory, 'data') }
const socket = join(env.DATA_DIR, 'registry.sock')
let service: ServiceProcess
let address = ''
beforeAll(async () => {
  service = startProcess(env)
  address = await service.ready()
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  rmSync(directory, { recursive: true })
})

describe('beside the service with the embedded database', () => {
  test('a key works once it is created, and not once it is revoked; the log says who did it', async () => {
    const { stdout: key, stderr } = await run('keys', 'create', '--name', 'bot', '--scope', 'admin')
    expect(stderr).not.toContain('"audit"')
    await expect
      .poll(() => service.log.find(({ action }) => action === 'key_create'))
      .toMatchObject({
        msg: 'audit',
        caller: { kind: 'operator', id: userInfo().username },
      })
    expect((await run('keys', 'list')).stdout).toContain('bot')
    const read = () =>
      fetch(`${address}/v1/get?id=nobody`, { headers: { authorization: `Bearer ${key.trim()}` } })
    expect((await read()).status).toBe(404)
    await run('keys', 'revoke', '1')
    await expect.poll(async () => (await read()).status).toBe(401)
  })

  test('records that are imported, exported and erased are seen by the next read, cached or not', async () => {
    await save('ann')
    expect(await zoneOf('ann')).toBe('Europe/Berlin')
    expect(await zoneOf('ann')).toBe('Europe/Berlin')
    await importLines(`{"user_id":"ann","username":"Ann","timezone":"Asia/Tokyo"}\n`, '--overwrite')
    expect(await zoneOf('ann')).toBe('Asia/Tokyo')
    await expect
      .poll(async () => (await fetch(`${address}/v1/list`)).json())
      .toMatchObject({ ann: { timezone: 'Asia/Tokyo' } })
    await run('erase', 'ann')
    expect(await zoneOf('ann')).toBeUndefined()
  })

  test('the files are the client’s, and so are both outputs and the exit code', async () => {
    await importLines(`{"user_id":"bob","username":"Bob","timezone":"UTC"}\n`, '--overwrite')
    const file = join(directory, 'exported.json')
    expect(await run('export', '--to', file)).toMatchObject({ stdout: '', stderr: '' })
    const exported = (await run('export')).stdout
    expect(JSON.parse(exported)).toMatchObject({ bob: { timezone: 'UTC' } })
    expect(readFileSync(file, 'utf8')).toBe(exported)
    expect(statSync(file).mode & 0o777).toBe(0o600)

    const bad = join(directory, 'bad.jsonl')
    writeFileSync(bad, '{"user_id":"carl","username":"Carl","timezone":"Nowhere"}\n')
    expect(await runCommand(env, 'import', '--from', bad, '--json')).toMatchObject({
      code: 2,
      stdout: expect.stringMatching(/^\{"added":0,.*"bad":1\}\n$/),
      stderr: expect.stringContaining('Row 1 was skipped'),
    })
    expect(await runCommand(env, 'import', '--from', join(directory, 'missing.csv'))).toMatchObject({
      code: 1,
    })
    expect(await runCommand(env, 'erase', 'nobody')).toMatchObject({ code: 1, stdout: '' })
  })

  test('a reader that is slow gets everything that a command writes', async () => {
    const bad = join(directory, 'bad.jsonl')
    const rows = 10_000
    writeFileSync(bad, '{"user_id":"carl","username":"Carl","timezone":"Nowhere"}\n'.repeat(rows))
    const client = spawnClient('import', '--from', bad)
    const exited = once(client, 'exit')
    // Until the pipes are full.
    await expect
      .poll(() => service.log.some(({ action, bad }) => action === 'import' && bad === rows))
      .toBe(true)
    const reported = (await text(client.stderr)).split('was skipped').length - 1
    expect([await exited, reported]).toEqual([[2, null], rows])
  })

  test('a stream reports what a command has changed', async () => {
    const abort = new AbortController()
    const events = await fetch(`${address}/v1/events`, { signal: abort.signal })
    const reader = events.body?.pipeThrough(new TextDecoderStream()).getReader()
    await reader?.read()
    await importLines(`{"user_id":"streamed","username":"Dan","timezone":"UTC"}\n`)
    let seen = ''
    while (!seen.includes('streamed')) seen += (await reader?.read())?.value
    abort.abort()
  })

  test('an import of many records does not keep the service from writing', async () => {
    const importing = importLines(lines(30_000))
    let writes = 0
    let isDone = false
    void importing.finally(() => {
      isDone = true
    })
    while (!isDone) await save(`meanwhile-${writes++}`)
    await importing
    expect(writes).toBeGreaterThan(5)
    for (let write = 0; write < writes; write++)
      expect(await zoneOf(`meanwhile-${write}`)).toBe('Europe/Berlin')
  })

  test('a command whose client is killed is aborted, and the service continues', async () => {
    const fifo = join(directory, 'endless.jsonl')
    spawn('mkfifo', [fifo])
    await expect.poll(() => existsSync(fifo)).toBe(true)
    const client = spawnClient('import', '--from', fifo)
    const line = '{"user_id":"endless-&","username":"E","timezone":"UTC"}'
    const writer = spawn('sh', ['-c', `seq 1000000000 | sed 's/.*/${line}/' > ${fifo}`])
    await expect.poll(() => zoneOf('endless-1')).toBe('UTC')
    await kill(client)
    await kill(writer)
    const audit = () => service.log.findLast(({ action }) => action === 'import')
    await expect.poll(audit).toMatchObject({ from: fifo, outcome: 'unknown' })
    await run('keys', 'list')
  })

  test('a command whose reader closes its output ends at once', async () => {
    const client = spawnClient('export')
    const exited = once(client, 'exit')
    client.stdout.once('data', () => client.stdout.destroy())
    expect(await exited).toEqual([0, null])
  })

  test('doctor, migrate and sessions work, and another service still does not', async () => {
    const { stdout } = await run('doctor')
    expect(stdout).toMatch(/ok +database +the running service has .* open/)
    expect((await run('migrate')).stderr).toContain('up to date')
    expect((await run('sessions', 'list', 'ann')).stderr).toContain('no sessions')
    await using second = startProcess(env)
    // Each waits for a command that may be about to leave.
    const [restored] = await Promise.all([
      runCommand(env, 'restore', join(directory, 'none')),
      expect(second.ready()).rejects.toThrow(/Another process is using the data directory/),
    ])
    expect(restored).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Another process is using the data directory'),
    })
  })

  test('only this user may use the socket, which a killed service leaves and the next one replaces', async () => {
    expect(statSync(socket).mode & 0o777).toBe(0o600)
    service.kill('SIGKILL')
    await service.ended()
    expect(existsSync(socket)).toBe(true)
    await run('keys', 'list')
    // The one waits for the other, whichever is first.
    service = startProcess(env)
    await run('keys', 'list')
    const isOpen = () => service.log.some(({ msg }) => String(msg).startsWith('Opened'))
    await expect.poll(isOpen).toBe(true)
    await run('keys', 'list')
    await service.ready()
    const importing = spawnClient('import', '--from', '/dev/tty')
    service.kill('SIGINT')
    expect(await service.ended()).toBe(0)
    await kill(importing)
    expect(existsSync(socket)).toBe(false)
  })
})

test('where the path of the socket would be too long, the service warns, and a command says what uses the database', async () => {
  const own = { DATA_DIR: join(directory, 'x'.repeat(100)) }
  mkdirSync(own.DATA_DIR)
  await using served = startProcess(own)
  await served.ready()
  expect(served.log.map(({ msg }) => msg)).toContainEqual(
    expect.stringMatching(
      /^Commands cannot use the database.*more than 107 bytes. Choose a shorter DATA_DIR/,
    ),
  )
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

function importLines(text: string, ...options: string[]) {
  const file = join(directory, 'records.jsonl')
  writeFileSync(file, text)
  return run('import', '--from', file, ...options)
}

function lines(count: number): string {
  const line = (index: number) => `{"user_id":"many-${index}","username":"Name ${index}","timezone":"UTC"}\n`
  return Array.from({ length: count }, (_, index) => line(index)).join('')
}

function spawnClient(...args: string[]): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [COMMAND, ...args], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: COMPILE_CACHE, ...env },
  })
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

async function save(userId: string): Promise<void> {
  const record = { user_id: userId, username: 'someone', timezone: 'Europe/Berlin' }
  const { status, body } = await rawFetch(`${address}/v1/set`, { method: 'POST', body: record })
  expect(status, body).toBe(200)
}

async function zoneOf(id: string): Promise<unknown> {
  const response = await fetch(`${address}/v1/get?id=${id}`)
  return response.ok ? ((await response.json()) as { timezone: string }).timezone : undefined
}
