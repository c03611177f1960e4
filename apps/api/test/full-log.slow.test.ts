import { once } from 'node:events'
import { readFileSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { startWithOutput } from '@timezone-registry/test-servers/output-process'
import { waitUntil } from '@timezone-registry/test-servers/server-process'
import { mountSmallDisk } from '@timezone-registry/test-servers/small-disk'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { expect, test } from 'vitest'
import { rawFetch } from './raw-request.ts'

test('while the log cannot be written, the service keeps running, reports it once, and exits as usual', async () => {
  await using service = await start('/dev/full')
  for (let request = 0; request < 20; request++)
    expect((await rawFetch(`${service.address}/v1/get?id=1`)).status).toBe(404)
  service.child.kill('SIGINT')
  expect(await once(service.child, 'exit')).toEqual([0, null])
  expect(service.stderr.match(/Cannot write the log, so lines are dropped: ENOSPC/g)).toHaveLength(1)
})

test.skipIf(process.getuid?.() !== 0)('once a full disk has room, lines are written again', async () => {
  using disk = mountSmallDisk('16k')
  const log = join(disk.path, 'log')
  await using service = await start(log)
  const read = async () => (await rawFetch(`${service.address}/v1/get?id=1`)).status
  for (let request = 0; request < 300; request++) expect(await read()).toBe(404)
  await waitUntil(() => service.stderr.includes('Cannot write the log'), 'the disk to be full')
  truncateSync(log)
  const lines = () => readFileSync(log, 'utf8').trim().split('\n')
  // The first continues one that was written in part, and the last may fill the disk again.
  await waitUntil(async () => (await read()) === 404 && lines().length > 2, 'lines')
  expect(JSON.parse(lines().at(-2) ?? '')).toMatchObject({ msg: 'request', path: '/v1/get' })
})

async function start(path: string) {
  return startWithOutput(path, { DATABASE_URL: await createTestDatabase() })
}
