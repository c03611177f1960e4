import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { COMPILE_CACHE } from '@timezone-registry/test-servers/compile-cache'
import { freePort } from '@timezone-registry/test-servers/free-port'
import { waitUntil } from '@timezone-registry/test-servers/server-process'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { expect, onTestFinished, test } from 'vitest'
import { rawFetch } from './raw-request.ts'

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const DISK_KILOBYTES = 16

test('while the log cannot be written, the service keeps running, reports it once, and exits as usual', async () => {
  const service = await start('/dev/full')
  for (let request = 0; request < 20; request++)
    expect((await rawFetch(`${service.address}/v1/get?id=1`)).status).toBe(404)
  service.child.kill('SIGINT')
  expect(await once(service.child, 'exit')).toEqual([0, null])
  expect(service.stderr.match(/Cannot write the log, so lines are dropped: ENOSPC/g)).toHaveLength(1)
})

test.skipIf(process.getuid?.() !== 0)('once a full disk has room, lines are written again', async () => {
  const log = join(mountDisk(), 'log')
  const service = await start(log)
  const read = async () => (await rawFetch(`${service.address}/v1/get?id=1`)).status
  for (let request = 0; request < 300; request++) expect(await read()).toBe(404)
  await waitUntil(() => service.stderr.includes('Cannot write the log'), 'the disk to be full')
  truncateSync(log)
  const lines = () => readFileSync(log, 'utf8').trim().split('\n')
  // The first continues one that was written in part, and the last may fill the disk again.
  await waitUntil(async () => (await read()) === 404 && lines().length > 2, 'lines')
  expect(JSON.parse(lines().at(-2) ?? '')).toMatchObject({ msg: 'request', path: '/v1/get' })
})

/** A disk that is soon full. */
function mountDisk(): string {
  const directory = mkdtempSync(join(tmpdir(), 'full-log-'))
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_KILOBYTES}k`, 'tmpfs', directory])
  expect(status).toBe(0)
  onTestFinished(() => {
    spawnSync('umount', ['--lazy', directory])
    rmSync(directory, { recursive: true })
  })
  return directory
}

/** Starts the service, whose standard output is appended to a file. */
async function start(path: string) {
  const file = openSync(path, 'a')
  const port = await freePort()
  const env = {
    NODE_COMPILE_CACHE: COMPILE_CACHE,
    PORT: String(port),
    DATABASE_URL: await createTestDatabase(),
    RATE_LIMIT_READS_PER_MINUTE: '0',
  }
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', file, 'pipe'] })
  closeSync(file)
  onTestFinished(async () => {
    const exited = child.exitCode === null && child.signalCode === null && once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  })
  const service = { child, address: `http://127.0.0.1:${port}`, stderr: '' }
  child.stderr?.on('data', (chunk) => {
    service.stderr += chunk
  })
  const isReady = () =>
    rawFetch(`${service.address}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    )
  await waitUntil(() => isReady() || child.exitCode !== null, 'the service to be ready')
  return service
}
