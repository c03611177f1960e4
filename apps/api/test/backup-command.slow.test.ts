import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { COMPILE_CACHE } from '@timezone-registry/test-servers/compile-cache'
import { freePort } from '@timezone-registry/test-servers/free-port'
import { type ServiceProcess, startProcess } from '@timezone-registry/test-servers/service-process'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCommand } from './run-command.ts'

const COMMAND = fileURLToPath(new URL('../src/cli/registry.ts', import.meta.url))
const RECORDS = 20_000

const directory = mkdtempSync(join(tmpdir(), 'backup-command-'))
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
  const records = join(directory, 'records.jsonl')
  const line = (_: unknown, index: number) =>
    `{"user_id":"${index}","username":"Name ${index}","timezone":"UTC"}\n`
  writeFileSync(records, Array.from({ length: RECORDS }, line).join(''))
  await run(env, 'import', '--from', records)
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  rmSync(directory, { recursive: true })
})

describe('the service with the embedded database', () => {
  test('saves a backup in BACKUP_DIR, whose age the metrics know', async () => {
    await expect.poll(() => service.log.map(({ msg }) => msg)).toContain('Wrote a backup')
    expect(readdirSync(backups)).toEqual([expect.stringMatching(/^registry-\d{4}-\d\d-\d\dT\d{6}Z\.backup$/)])
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    const age = Number(/^timezone_registry_backup_age_seconds (.*)$/m.exec(metrics)?.[1])
    expect(age).toBeGreaterThan(0)
    // Since the start of this process, which started the service.
    expect(age).toBeLessThan(performance.now() / 1000)
  })

  test('is backed up by a command, and restored on a PostgreSQL server, and from there again', async () => {
    expect((await run(env, 'backup', file)).stderr).toBe(`Wrote ${file}.\n`)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const server = { DATABASE_URL: await createTestDatabase() }
    const { stderr } = await run(server, 'restore', file)
    expect(stderr).toContain('Repeat the erasures and the revocations of keys')
    const exported = (await run(server, 'export')).stdout
    expect(exported).toBe((await run(env, 'export')).stdout)
    await run(server, 'backup', file)
    await run(restored, 'restore', file)
    expect((await run(restored, 'export')).stdout).toBe(exported)
    await using copy = startProcess(restored)
    expect(await (await fetch(`${await copy.ready()}/v1/stats`)).json()).toMatchObject({
      total_users: RECORDS,
    })
    expect(await runCommand(server, 'restore', file)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The database is not empty'),
    })
  })

  test('keeps an earlier backup complete, and goes on, when the next one is killed or fails', async () => {
    await run(env, 'backup', file)
    const earlier = readFileSync(file)
    await killWhen(() => existsSync(incomplete), env, 'backup', file)
    expect(readFileSync(file).equals(earlier)).toBe(true)
    expect(await runCommand(env, 'backup', '/dev/full/no')).toMatchObject({ code: 1 })
    await run(env, 'backup', file)
  })

  test('restores again after a restore was killed', async () => {
    rmSync(restored.DATA_DIR, { recursive: true, force: true })
    const log = join(restored.DATA_DIR, 'pgdata/base')
    await killWhen(() => existsSync(log), restored, 'restore', file)
    await run(restored, 'restore', file)
    expect((await run(restored, 'export')).stdout).toBe((await run(env, 'export')).stdout)
  })
})

async function run(env: Record<string, string>, ...args: string[]) {
  const result = await runCommand(env, ...args)
  expect(result, args.join(' ')).toMatchObject({ code: 0 })
  return result
}

/** Runs a command in its own process, again until it is killed between something that is reached and its end. */
async function killWhen(
  isReached: () => boolean,
  env: Record<string, string>,
  ...args: string[]
): Promise<void> {
  const child = spawn(process.execPath, [COMMAND, ...args], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: COMPILE_CACHE, ...env },
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  const isOver = () => isReached() || child.exitCode !== null
  await expect.poll(isOver, { interval: 1 }).toBe(true)
  child.kill('SIGKILL')
  const [code, signal] = await ended
  if (code === 0) return killWhen(isReached, env, ...args)
  expect([code, signal]).toEqual([null, 'SIGKILL'])
}
