import { execFile, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { waitUntil } from '@timezone-registry/test-servers/server-process'
import { startProcess } from '@timezone-registry/test-servers/service-process'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { afterAll, expect, test } from 'vitest'

const UNIT = fileURLToPath(new URL('../../../deploy/systemd/timezone-registry.service', import.meta.url))
const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const MAX_EXPOSURE = 2.5
const directory = mkdtempSync(join(tmpdir(), 'systemd-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

test.for([{}, { WORKERS: '2' }])(
  'with %j, systemd learns when the service is ready, alive and stopping',
  { timeout: 60_000 },
  async (env) => {
    const messages = fakeNotify()
    await using service = startProcess({
      ...env,
      DATABASE_URL: await createTestDatabase(),
      PATH: `${directory}:${process.env.PATH}`,
      NOTIFY_SOCKET: join(directory, 'socket'),
      WATCHDOG_USEC: '400000',
    })
    await service.ready()
    await waitUntil(() => messages().filter((line) => line === 'WATCHDOG=1').length >= 2, 'two signs of life')
    expect(messages().filter((line) => line === '--ready')).toHaveLength(1)
    service.kill('SIGTERM')
    expect(await service.ended()).toBe(0)
    expect(messages()).toContain('STOPPING=1')
  },
)

test('in the journal, each line begins with its priority', async () => {
  // As systemd sets it: the device and inode of standard output.
  const command = 'exec 3>&1; export JOURNAL_STREAM=$(stat -L -c %d:%i /proc/self/fd/3); exec "$0" "$1" 3>&-'
  const { stdout } = await promisify(execFile)('sh', ['-c', command, process.execPath, MAIN], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: 'postgres://127.0.0.1:1/db',
      DATABASE_WAIT_SECONDS: '0',
    },
  }).catch((error: { stdout: string }) => error)
  expect(stdout).toMatch(/^<2>\{"level":"fatal",.*"msg":"Could not start: /m)
})

test.skipIf(spawnSync('systemd-analyze', ['--version']).status !== 0)('the unit is confined', async () => {
  const { stdout } = await promisify(execFile)('systemd-analyze', [
    'security',
    '--offline=true',
    '--no-pager',
    UNIT,
  ])
  expect(Number(/exposure level for .*: ([\d.]+)/.exec(stdout)?.[1])).toBeLessThanOrEqual(MAX_EXPOSURE)
})

/** Puts a `systemd-notify` on the PATH that keeps what it is given. Returns the messages so far. */
function fakeNotify(): () => string[] {
  const log = join(directory, `${crypto.randomUUID()}.log`)
  const program = join(directory, 'systemd-notify')
  writeFileSync(program, `#!/bin/sh\necho "$1" >> ${log}\n`)
  chmodSync(program, 0o755)
  return () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [])
}
