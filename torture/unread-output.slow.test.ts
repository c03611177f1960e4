import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@timezone-registry/test-servers/free-port'
import { startWithOutput } from '@timezone-registry/test-servers/output-process'
import { waitUntil } from '@timezone-registry/test-servers/server-process'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { expect, onTestFinished, test } from 'vitest'

// A line is longer than 200 bytes, a pipe holds 64 KB, and a megabyte waits in the service.
const REQUESTS = 8000

test('while nobody reads its standard output, the service answers and counts the lines it drops', async () => {
  const log = createPipe()
  const METRICS_PORT = String(await freePort())
  const env = { DATABASE_URL: await createTestDatabase(), METRICS_PORT }
  await using service = await startWithOutput(log.path, env)
  for (let sent = 0; sent < REQUESTS; sent += 100) {
    const answers = Array.from({ length: 100 }, () => fetch(`${service.address}/v1/get?id=1`))
    for (const { status } of await Promise.all(answers)) expect(status).toBe(404)
  }
  expect((await fetch(`${service.address}/livez`)).status).toBe(200)
  const dropped = await droppedLines(METRICS_PORT)
  expect(dropped).toBeGreaterThan(0)

  const lines: Record<string, unknown>[] = []
  const isResumed = () => {
    lines.push(...log.readLines())
    return lines.some(({ msg }) => String(msg).startsWith('Lines of the log were dropped'))
  }
  await waitUntil(isResumed, 'the log to continue')
  expect(lines).toContainEqual(expect.objectContaining({ level: 'warn', lines: dropped }))
  expect(lines.filter(({ msg }) => msg === 'request')).toHaveLength(REQUESTS - dropped)
  service.child.kill('SIGINT')
  expect(await once(service.child, 'exit')).toEqual([0, null])
  expect(log.readLines().at(-1)).toMatchObject({ msg: 'Stopped' })
})

test('a service whose standard output and standard error nobody reads exits', async () => {
  const env = { DATABASE_URL: await createTestDatabase() }
  await using service = await startWithOutput(createPipe().path, env, { errorsToo: true })
  for (let sent = 0; sent < 10; sent++)
    await Promise.all(Array.from({ length: 100 }, () => fetch(`${service.address}/v1/get?id=1`)))
  service.child.kill('SIGINT')
  expect(await once(service.child, 'exit')).toEqual([0, null])
})

/** A pipe from which only the test reads, when it wants to. */
function createPipe() {
  const directory = mkdtempSync(join(tmpdir(), 'unread-log-'))
  const path = join(directory, 'pipe')
  expect(spawnSync('sh', ['-c', 'mkfifo "$0"', path]).status).toBe(0)
  const reader = openSync(path, constants.O_RDWR | constants.O_NONBLOCK)
  onTestFinished(() => {
    closeSync(reader)
    rmSync(directory, { recursive: true })
  })
  let rest = ''
  return {
    path,
    /** The whole lines that have arrived, parsed. */
    readLines: (): Record<string, unknown>[] => {
      const chunk = Buffer.alloc(1_000_000)
      try {
        for (;;) rest += chunk.toString('utf8', 0, readSync(reader, chunk))
      } catch {
        // Empty for now.
      }
      const lines = rest.split('\n')
      rest = lines.pop() ?? ''
      return lines.map((line) => JSON.parse(line))
    },
  }
}

/** How many lines the service has dropped, by its metrics. */
async function droppedLines(metricsPort: string): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  return Number(/^timezone_registry_log_lines_dropped_total(?:\{.*\})? (\d+)$/m.exec(metrics)?.[1])
}
