import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProcess } from '@timezone-registry/test-servers/service-process'
import { mountSmallDisk } from '@timezone-registry/test-servers/small-disk'
import { afterAll, expect, test } from 'vitest'
import { rawFetch } from './raw-request.ts'

const directory = mkdtempSync(join(tmpdir(), 'registry-data-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

test('on the embedded database, what is saved survives a stop, and a second start is refused', async () => {
  const dataDir = join(directory, 'data')
  const env = { DATA_DIR: dataDir }
  await using first = startProcess({ ...env, LOG_REQUESTS: 'none', AUDIT_LOG: 'off' })
  await save(await first.ready(), 'ann')
  // npm and the terminal each forward one Ctrl-C.
  first.kill('SIGINT')
  first.kill('SIGINT')
  expect(await first.ended()).toBe(0)
  expect(first.log.map(({ msg }) => msg)).toEqual([
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

  await using second = startProcess(env)
  const address = await second.ready()
  const startAnother = async () => {
    await using third = startProcess(env)
    expect(await third.ended()).toBe(1)
    expect(third.log.at(-1)?.msg).toMatch(
      /^Could not start: Another process is using the data directory .*DATA_DIR/,
    )
    expect((await read(address, 'ann')).status).toBe(200)
  }
  await startAnother()
  for (const lock of ['lock', 'pgdata/lock']) rmSync(join(dataDir, lock))
  await startAnother()

  const paths = ['.', ...readdirSync(dataDir, { recursive: true, encoding: 'utf8' })]
  expect(paths.length).toBeGreaterThan(100)
  const open = paths.filter((path) => (statSync(join(dataDir, path)).mode & 0o077) !== 0)
  // Copies of the catalog, which PGlite creates for everyone in a directory that only this user may enter.
  expect(open.filter((path) => !path.endsWith('/pg_internal.init'))).toEqual([])
})

test.runIf(process.getuid?.() === 0)(
  'on a full disk, a stop is clean, and the next start serves or names the disk',
  async () => {
    using disk = mountSmallDisk('24m')
    const env = { DATA_DIR: join(disk.path, 'data') }
    await using first = startProcess(env)
    const address = await first.ready()
    expect(() => writeFileSync(join(disk.path, 'junk'), Buffer.alloc(30 * 1024 * 1024))).toThrow(/ENOSPC/)
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
    rmSync(join(disk.path, 'junk'))
    await using third = startProcess(env)
    expect((await save(await third.ready(), 'ann')).status).toBe(200)
  },
)

function save(address: string, userId: string) {
  return rawFetch(`${address}/set`, {
    method: 'POST',
    body: { user_id: userId, username: userId, timezone: 'UTC' },
  })
}

function read(address: string, userId: string) {
  return rawFetch(`${address}/get?id=${userId}`)
}
