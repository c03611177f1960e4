import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '@timezone-registry/test-servers/free-port'
import { type ServiceProcess, startProcess } from '@timezone-registry/test-servers/service-process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCommand } from './run-command.ts'

const COMMAND = fileURLToPath(new URL('../src/cli/registry.ts', import.meta.url))

const directory = mkdtempSync(join(tmpdir(), 'embedded-backups-'))
const backups = join(directory, 'backups')
const file = join(directory, 'registry.backup')
const incomplete = `${file}.incomplete`
const restored = { DATA_DIR: join(directory, 'restored') }
const metricsPort = await freePort()
const env = { DATA_DIR: join(directory, 'data'), BACKUP_DIR: backups, METRICS_PORT: String(metricsPort) }
let service: ServiceProcess
beforeAll(async () => {
  service = startProcess(env)
  await service.ready()
  await run(env, 'seed', '--count', '5000')
}, 60_000)
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  rmSync(directory, { recursive: true })
})

describe('the service with the embedded database', { timeout: 120_000 }, () => {
  test('saves a backup in BACKUP_DIR, whose age doctor and the metrics know', async () => {
    await expect
      .poll(() => service.log.map(({ msg }) => msg), { timeout: 20_000 })
      .toContain('Wrote a backup')
    expect(readdirSync(backups)).toEqual([expect.stringMatching(/^registry-\d{4}-\d\d-\d\dT\d{6}Z\.backup$/)])
    expect((await run(env, 'doctor')).stdout).toMatch(/ok +backups +the last one is 0\.\d hours old/)
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    const age = Number(/^timezone_registry_backup_age_seconds (.*)$/m.exec(metrics)?.[1])
    expect(age).toBeGreaterThan(0)
    expect(age).toBeLessThan(120)
  })

  test('is backed up and restored by commands; the restored service has every record', async () => {
    await run(env, 'backup', file)
    const { stderr } = await run(restored, 'restore', file)
    expect(stderr).toContain('Repeat the erasures and the revocations of keys')
    await using copy = startProcess(restored)
    const response = await fetch(`${await copy.ready()}/v1/stats`)
    expect(await response.json()).toMatchObject({ total_users: 5000 })
    expect(await runCommand(restored, 'restore', file)).toMatchObject({ code: 1 })
    rmSync(restored.DATA_DIR, { recursive: true })
  })

  test.for([
    ['begins', () => existsSync(incomplete)],
    ['writes', () => existsSync(incomplete) && statSync(incomplete).size > 500_000],
  ] as const)('a backup that is killed when it %s leaves the earlier one complete', async ([, isReached]) => {
    await run(env, 'backup', file)
    await killWhen(isReached, env, 'backup', file)
    await run(restored, 'restore', file)
    expect((await run(restored, 'export')).stdout).toContain('demo-')
    rmSync(restored.DATA_DIR, { recursive: true })
  })

  test.for([
    ['begins', 'pgdata.new'],
    ['opens the database', 'pgdata.new/lock'],
  ] as const)('a restore that is killed when it %s can be repeated', async ([, path]) => {
    await run(env, 'backup', file)
    await killWhen(() => existsSync(join(restored.DATA_DIR, path)), restored, 'restore', file)
    expect(existsSync(join(restored.DATA_DIR, 'pgdata'))).toBe(false)
    await run(restored, 'restore', file)
    expect((await run(restored, 'export')).stdout).toContain('demo-')
    rmSync(restored.DATA_DIR, { recursive: true })
  })
})

test('with DATABASE_URL, backup and restore say what to use, and BACKUP_DIR is refused', async () => {
  const url = { DATABASE_URL: 'postgres://127.0.0.1:1/none' }
  for (const command of ['backup', 'restore'])
    expect(await runCommand(url, command, file)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('use pg_dump and pg_restore'),
    })
  expect(await runCommand({ ...url, BACKUP_DIR: backups }, 'doctor')).toMatchObject({
    stdout: expect.stringContaining('BACKUP_DIR is for the embedded database'),
  })
})

async function run(env: Record<string, string>, ...args: string[]) {
  const result = await runCommand(env, ...args)
  expect(result, args.join(' ')).toMatchObject({ code: 0 })
  return result
}

/** Runs a command in its own process, and kills it once something is reached. */
async function killWhen(
  isReached: () => boolean,
  env: Record<string, string>,
  ...args: string[]
): Promise<void> {
  const child = spawn(process.execPath, [COMMAND, ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  const isOver = () => isReached() || child.exitCode !== null
  await expect.poll(isOver, { interval: 1, timeout: 60_000 }).toBe(true)
  child.kill('SIGKILL')
  expect(await ended).toEqual([null, 'SIGKILL'])
}
