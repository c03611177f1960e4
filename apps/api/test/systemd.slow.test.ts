import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { failIfRequired } from '@timezone-registry/test-servers/fail-if-required'
import { waitUntil } from '@timezone-registry/test-servers/server-process'
import { startProcess } from '@timezone-registry/test-servers/service-process'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { isReachableByAll, unprivileged } from '@timezone-registry/test-servers/unprivileged'
import { afterAll, expect, test } from 'vitest'

const CHECKOUT = fileURLToPath(new URL('../../..', import.meta.url))
const UNIT = join(CHECKOUT, 'deploy/systemd/timezone-registry.service')
const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const MAX_EXPOSURE = 2.5
const INSTALLED = '/opt/timezone-registry'
const UNITS = '/usr/lib/systemd/system'
const directory = mkdtempSync(join(tmpdir(), 'systemd-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

test('systemd learns when the service is ready, alive and stopping', async () => {
  const messages = fakeNotify()
  await using service = startProcess({
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
})

test('in the journal, each line begins with its priority', async () => {
  // As systemd sets it: the device and inode of standard output.
  const command = 'exec 3>&1; export JOURNAL_STREAM=$(stat -L -c %d:%i /proc/self/fd/3); exec "$0" "$1" 3>&-'
  const { stderr } = await promisify(execFile)('sh', ['-c', command, process.execPath, MAIN], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: 'postgres://127.0.0.1:1/db',
      DATABASE_WAIT_SECONDS: '0',
    },
  }).catch((error: { stderr: string }) => error)
  expect(stderr).toMatch(/^<2>\{"level":"fatal",.*"msg":"Could not start: /m)
})

const hasNoSystemd = spawnSync('systemd-analyze', ['--version']).status !== 0
if (hasNoSystemd) failIfRequired('SYSTEMD', 'there is no systemd-analyze')

test.skipIf(hasNoSystemd)('the unit is confined', async () => {
  const { stdout } = await promisify(execFile)('systemd-analyze', [
    'security',
    '--offline=true',
    '--no-pager',
    UNIT,
  ])
  expect(Number(/exposure level for .*: ([\d.]+)/.exec(stdout)?.[1])).toBeLessThanOrEqual(MAX_EXPOSURE)
})

test.skipIf(hasNoSystemd)('systemd accepts and enables the unit', async () => {
  const root = join(directory, 'root')
  const units = join(root, 'etc/systemd/system')
  const program = join(root, INSTALLED, 'bin/registry')
  for (const path of [join(program, '..'), units]) mkdirSync(path, { recursive: true })
  // It must be executable, and is not run.
  writeFileSync(program, '', { mode: 0o755 })
  cpSync(UNITS, join(root, UNITS), { recursive: true, verbatimSymlinks: true })
  cpSync(UNIT, join(units, 'timezone-registry.service'))
  const verified = await promisify(execFile)('systemd-analyze', [
    'verify',
    `--root=${root}`,
    'timezone-registry.service',
  ])
  expect(verified.stderr).toBe('')
  await promisify(execFile)('systemctl', [`--root=${root}`, 'enable', 'timezone-registry'])
  const wanted = join(units, 'multi-user.target.wants/timezone-registry.service')
  expect(readlinkSync(wanted)).toBe('/etc/systemd/system/timezone-registry.service')
})

test('the command registry for systemd uses the user, the settings and the data of the unit', () => {
  const unit = readFileSync(UNIT, 'utf8')
  const command = readFileSync(join(CHECKOUT, 'deploy/systemd/registry'), 'utf8')
  const given = [...command.matchAll(/-p (\S+)/g)].map(([, property = '']) => property)
  const same = ['DynamicUser', 'StateDirectory', 'EnvironmentFile', 'WorkingDirectory'].map(
    (name) => new RegExp(`^${name}=.*$`, 'm').exec(unit)?.[0],
  )
  const [dataDirectory] = /DATA_DIR=\S+/.exec(unit) ?? []
  // Without User=, systemd names the user of a unit after it.
  expect(given.toSorted()).toEqual(
    [...same, `Environment=${dataDirectory}`, 'User=timezone-registry'].toSorted(),
  )
})

// Root's own folders are private, and a unit is installed in one that is not.
const isPrivate = 'uid' in unprivileged && !isReachableByAll(CHECKOUT)
if (isPrivate) failIfRequired('REACHABLE', 'only root may read this folder')

test.skipIf(isPrivate)(
  'the command of the unit starts the service for a user who cannot write to the checkout',
  async () => {
    const unit = readFileSync(UNIT, 'utf8').replaceAll(INSTALLED, layOutRelease())
    const setting = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? ''
    const [program = '', ...args] = setting('ExecStart').split(' ')
    const env = Object.fromEntries(
      setting('Environment')
        .split(' ')
        .map((pair) => pair.split('=')),
    )
    const service = spawn(program, args, {
      ...unprivileged,
      cwd: setting('WorkingDirectory'),
      env: { ...env, DATABASE_URL: await createTestDatabase(), PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const exited = once(service, 'exit')
    let log = ''
    service.stdout.on('data', (chunk) => {
      log += chunk
    })
    await waitUntil(() => log.includes('is ready at') || service.exitCode !== null, 'the service to be ready')
    service.kill('SIGINT')
    expect(await exited, log).toEqual([0, null])
    expect(log).toContain('TEAPOT is not a setting')
  },
)

/** A release's directory, of links into this checkout. */
function layOutRelease(): string {
  const release = join(directory, 'release')
  cpSync(join(CHECKOUT, 'deploy/bin'), join(release, 'bin'), { recursive: true })
  symlinkSync(process.execPath, join(release, 'bin/node'))
  for (const name of ['apps', 'packages', 'node_modules'])
    symlinkSync(join(CHECKOUT, name), join(release, name))
  writeFileSync(join(release, '.env'), 'TEAPOT=1\n')
  chmodSync(directory, 0o755)
  return release
}

/** Puts a `systemd-notify` on the PATH that keeps what it is given. Returns the messages so far. */
function fakeNotify(): () => string[] {
  const log = join(directory, `${crypto.randomUUID()}.log`)
  const program = join(directory, 'systemd-notify')
  writeFileSync(program, `#!/bin/sh\necho "$1" >> ${log}\n`)
  chmodSync(program, 0o755)
  return () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [])
}
