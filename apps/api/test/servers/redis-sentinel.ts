import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@timezone-registry/test-servers/free-port'
import { signalProcess, waitUntil } from '@timezone-registry/test-servers/server-process'
import { Redis } from 'ioredis'

const REDIS_SERVER = 'redis-server'
const NAME = 'main'
const SENTINELS = 3

/** A primary, its replica and three sentinels on loopback, stopped when they are disposed. */
export type TestSentinels = {
  /** Their address, as in `REDIS_URL`. */
  readonly url: string
  /** The port of the server that the sentinels name. */
  primary(): Promise<number>
  /** Kills or freezes the server at this port. */
  break(port: number, signal: 'SIGKILL' | 'SIGSTOP'): void
  resume(port: number): void
  [Symbol.asyncDispose](): Promise<void>
}

/** Starts them; resolves when every sentinel knows the others and the replica. Needs `redis-server` on the PATH. */
export async function startTestSentinels(): Promise<TestSentinels> {
  await using opened = new AsyncDisposableStack()
  const directory = mkdtempSync(join(tmpdir(), 'test-sentinels-'))
  opened.defer(() => rmSync(directory, { recursive: true, force: true }))
  const ports = [await freePort(), await freePort()]
  const [first = 0, second = 0] = ports
  const pids = new Map<number, number | undefined>()
  const launch = (port: number, ...settings: string[]) => {
    const file = join(directory, `${port}.conf`)
    const common = [`port ${port}`, 'bind 127.0.0.1', 'save ""', `dir ${directory}`]
    writeFileSync(file, [...common, ...settings].join('\n'))
    const isSentinel = settings.some((line) => line.startsWith('sentinel '))
    const server = spawn(REDIS_SERVER, isSentinel ? [file, '--sentinel'] : [file], { stdio: 'ignore' })
    const exited = once(server, 'exit')
    opened.defer(async () => {
      signalProcess(server.pid, 'SIGKILL')
      await exited
    })
    pids.set(port, server.pid)
  }
  launch(first)
  launch(second, `replicaof 127.0.0.1 ${first}`, 'repl-diskless-sync-delay 0')
  const sentinels = await Promise.all(Array.from({ length: SENTINELS }, freePort))
  for (const port of sentinels)
    launch(
      port,
      `sentinel monitor ${NAME} 127.0.0.1 ${first} 2`,
      `sentinel down-after-milliseconds ${NAME} 500`,
      `sentinel failover-timeout ${NAME} 1000`,
    )
  const asked = sentinels.map((port) => connect(port))
  opened.defer(() => asked.forEach((sentinel) => void sentinel.disconnect()))
  for (const sentinel of asked)
    await waitUntil(() => isComplete(sentinel), 'the sentinels to find each other')
  const resources = opened.move()
  return {
    url: `redis+sentinel://${sentinels.map((port) => `127.0.0.1:${port}`).join(',')}/${NAME}`,
    primary: async () => {
      const address = await asked[0]?.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', NAME)
      return Number((address as string[] | null)?.[1])
    },
    break: (port, signal) => signalProcess(pids.get(port), signal),
    resume: (port) => signalProcess(pids.get(port), 'SIGCONT'),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

function connect(port: number): Redis {
  const sentinel = new Redis(port, '127.0.0.1', { retryStrategy: () => 50, maxRetriesPerRequest: null })
  sentinel.on('error', () => {})
  return sentinel
}

async function isComplete(sentinel: Redis): Promise<boolean> {
  const fields = (await sentinel.call('SENTINEL', 'MASTER', NAME)) as string[]
  const field = (name: string) => Number(fields[fields.indexOf(name) + 1])
  return field('num-slaves') === 1 && field('num-other-sentinels') === SENTINELS - 1
}
