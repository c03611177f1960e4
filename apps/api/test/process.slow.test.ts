import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProcess } from '@timezone-registry/test-servers/service-process'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { rawFetch } from './raw-request.ts'

const directory = mkdtempSync(join(tmpdir(), 'registry-data-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

// Startup takes seconds, so all of these tests share one sequence of processes on one data directory.
describe('on the embedded database', () => {
  let stopped: { code: unknown; messages: string[] }
  let refused: { code: unknown; message: unknown; othersStatus: number }[]
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
    const startAnother = async () => {
      await using third = startProcess(env)
      const code = await third.ended()
      return { code, message: third.log.at(-1)?.msg, othersStatus: (await read(address, 'ann')).status }
    }
    const beside = await startAnother()
    for (const lock of ['lock', 'pgdata/lock']) rmSync(join(directory, 'data', lock))
    refused = [beside, await startAnother()]
    await save(address, 'bob')
    second.kill('SIGKILL')
    await second.ended()

    await using fourth = startProcess(env)
    found = { afterStop, afterKill: (await read(await fourth.ready(), 'bob')).status }
  })

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

  test('nothing in its directory can be read by other users', () => {
    const dataDir = join(directory, 'data')
    const paths = ['.', ...readdirSync(dataDir, { recursive: true, encoding: 'utf8' })]
    expect(paths.length).toBeGreaterThan(100)
    const open = paths.filter((path) => (statSync(join(dataDir, path)).mode & 0o077) !== 0)
    // Copies of the catalog, which PGlite creates for everyone in a directory that only this user may enter.
    expect(open.filter((path) => !path.endsWith('/pg_internal.init'))).toEqual([])
  })

  test('data survives Ctrl-C and another start', () => {
    expect(found.afterStop).toBe(200)
  })

  test('a second start on the same data is refused while the first runs, also without its locks', () => {
    const message = expect.stringMatching(
      /^Could not start: Another process is using the data directory .*DATA_DIR/,
    )
    expect(refused).toEqual(Array(2).fill({ code: 1, message, othersStatus: 200 }))
  })

  test('a killed process leaves no lock and loses no acknowledged write', () => {
    expect(found.afterKill).toBe(200)
  })
})

test.runIf(process.getuid?.() === 0)(
  'on a full disk, a stop is clean, and the next start serves or names the disk',
  async () => {
    const disk = mkdtempSync(join(directory, 'disk-'))
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', disk])
    onTestFinished(() => void execFileSync('umount', ['--lazy', disk]))
    const env = { DATA_DIR: join(disk, 'data') }
    await using first = startProcess(env)
    const address = await first.ready()
    expect(() => writeFileSync(join(disk, 'junk'), Buffer.alloc(30 * 1024 * 1024))).toThrow(/ENOSPC/)
    let id = 0
    await expect
      .poll(async () => (await save(address, `${'x'.repeat(200)}${id++}`)).body)
      .toContain('storage_full')
    first.kill('SIGTERM')
    expect(await first.ended()).toBe(0)
    expect(first.log.at(-1)).toMatchObject({ msg: 'Stopped' })

    await using second = startProcess(env)
    const outcome = await second.ready().catch(() => String(second.log.at(-1)?.msg))
    expect(outcome).toMatch(
      /^http:|^Could not start: The disk of the data directory .* is full. Free space on it/,
    )
    second.kill('SIGKILL')
    await second.ended()
    rmSync(join(disk, 'junk'))
    await using third = startProcess(env)
    expect((await save(await third.ready(), 'ann')).status).toBe(200)
  },
)

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
