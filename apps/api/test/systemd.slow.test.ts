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
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
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

const hasNoSystemd = spawnSync('systemd-analyze', ['--version']).status !== 0

test.skipIf(hasNoSystemd)('the unit is confined', async () => {
  const { stdout } = await promisify(execFile)('systemd-analyze', [
    'security',
    '--offline=true',
    '--no-pager',
    UNIT,
  ])
  expect(Number(/exposure level for .*: ([\d.]+)/.exec(stdout)?.[1])).toBeLessThanOrEqual(MAX_EXPOSURE)
})

test.skipIf(hasNoSystemd)('the steps of the handbook install a unit that systemd accepts', async () => {
  const root = join(directory, 'root')
  const node = join(root, INSTALLED, 'node_modules/.node')
  for (const path of [join(node, '..'), join(root, 'etc/systemd/system')])
    mkdirSync(path, { recursive: true })
  // It must be executable, and is not run.
  writeFileSync(node, '', { mode: 0o755 })
  cpSync(UNITS, join(root, UNITS), { recursive: true, verbatimSymlinks: true })

  const handbook = readFileSync(join(CHECKOUT, 'docs/operations/install.md'), 'utf8')
  const copies = [...handbook.matchAll(/^(?:install|cp) .* \/etc\/.*$/gm)].map(([step]) => step)
  expect(copies).toHaveLength(2)
  for (const step of copies)
    await promisify(execFile)('sh', ['-e', '-c', step.replace(' /etc/', ` ${root}/etc/`)], { cwd: CHECKOUT })

  expect(existsSync(join(root, 'etc/timezone-registry.env'))).toBe(true)
  const verified = await promisify(execFile)('systemd-analyze', [
    'verify',
    `--root=${root}`,
    'timezone-registry.service',
  ])
  expect(verified.stderr).toBe('')

  const [, enable = ''] = /^systemctl enable --now (.+)$/m.exec(handbook) ?? []
  await promisify(execFile)('systemctl', [`--root=${root}`, 'enable', enable])
  const wanted = join(root, 'etc/systemd/system/multi-user.target.wants/timezone-registry.service')
  expect(readlinkSync(wanted)).toBe('/etc/systemd/system/timezone-registry.service')
})

test('operator commands of the handbook use the user, the settings and the data of the unit', () => {
  const unit = readFileSync(UNIT, 'utf8')
  const handbook = readFileSync(join(CHECKOUT, 'docs/operations/install.md'), 'utf8')
  const [command = ''] = /^systemd-run (?:.*\\\n)*.*$/m.exec(handbook) ?? []
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

test.skipIf(isPrivate)(
  'the command of the unit starts the service for a user who cannot write to the checkout',
  async () => {
    const unit = readFileSync(UNIT, 'utf8').replaceAll(INSTALLED, CHECKOUT.replace(/\/$/, ''))
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
  },
)

/** Puts a `systemd-notify` on the PATH that keeps what it is given. Returns the messages so far. */
function fakeNotify(): () => string[] {
  const log = join(directory, `${crypto.randomUUID()}.log`)
  const program = join(directory, 'systemd-notify')
  writeFileSync(program, `#!/bin/sh\necho "$1" >> ${log}\n`)
  chmodSync(program, 0o755)
  return () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [])
}
