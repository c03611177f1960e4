import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { COMPILE_CACHE } from '@timezone-registry/test-servers/compile-cache'
import { failIfRequired } from '@timezone-registry/test-servers/fail-if-required'
import { waitUntil } from '@timezone-registry/test-servers/server-process'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { expect, onTestFinished, test } from 'vitest'

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const HANDBOOK = new URL('../../../docs/operations/monitoring.md', import.meta.url)
const isMissing = spawnSync('logrotate', ['--version']).error !== undefined
if (isMissing) failIfRequired('LOGROTATE', 'logrotate is not installed')

test.skipIf(isMissing)(
  'logrotate with the sample of the handbook starts a new file while the service runs',
  async () => {
    const directory = await mkdtemp(join(tmpdir(), 'log-rotation-'))
    onTestFinished(() => rm(directory, { recursive: true }))
    const path = join(directory, 'timezone-registry.log')
    const address = await startLogging(path)
    await fetch(`${address}/v1/get?id=before`)
    await waitUntil(() => readFileSync(path, 'utf8').includes('/v1/get'), 'the request in the log')

    const [, sample = ''] =
      /```\n(\/var\/log\/timezone-registry\.log [^`]+)```/.exec(readFileSync(HANDBOOK, 'utf8')) ?? []
    const config = join(directory, 'logrotate.conf')
    writeFileSync(config, sample.replace('/var/log/timezone-registry.log', path), { mode: 0o600 })
    const args = ['--force', '--state', join(directory, 'state'), config]
    const { status, stderr } = spawnSync('logrotate', args, { encoding: 'utf8' })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })

    expect(gunzipSync(readFileSync(`${path}.1.gz`)).toString()).toContain('/v1/get')
    expect(readFileSync(path, 'utf8')).toBe('')
    await fetch(`${address}/v1/list`)
    await waitUntil(() => readFileSync(path, 'utf8').endsWith('\n'), 'the next line')
    const lines = readFileSync(path, 'utf8').trim().split('\n')
    expect(lines.map((line) => JSON.parse(line).path)).toEqual(['/v1/list'])
  },
)

/** Starts the service, which appends its log to a file, and resolves to its address. */
async function startLogging(path: string): Promise<string> {
  const file = openSync(path, 'a')
  const env = { NODE_COMPILE_CACHE: COMPILE_CACHE, PORT: '0', DATABASE_URL: await createTestDatabase() }
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', file, file] })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await once(child, 'exit')
  })
  const readyAt = () => /ready at (http:[^\s"]+)/.exec(readFileSync(path, 'utf8'))?.[1]
  await waitUntil(() => readyAt() !== undefined, 'the service to be ready')
  return readyAt() ?? ''
}
