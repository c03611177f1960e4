import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { failIfRequired } from './fail-if-required.ts'
import { freePort } from './free-port.ts'
import { signalProcess, waitUntil } from './server-process.ts'

const REDIS_SERVER = 'redis-server'
// The default of `databases` in redis.conf.
const SHARED_DATABASES = 16

/** A real Redis server on loopback, stopped when it is disposed. */
export type TestRedis = {
  readonly url: string
  /** Kills the server as a crash does, and resolves when it has exited. */
  stop(): Promise<void>
  /** Starts the stopped server again on the same port, empty; resolves when it answers. */
  start(): Promise<void>
  /** Freezes the server until `resume`, as a hung machine would. */
  pause(): void
  resume(): void
  [Symbol.asyncDispose](): Promise<void>
}

type RedisUse = {
  /** The test stops or freezes the server, so it needs its own. */
  toBreak?: boolean
}

/** Why tests on a real Redis cannot run here; undefined if they can. Throws if `REQUIRE_REDIS=1`. */
export function redisMissing({ toBreak = false }: RedisUse = {}): string | undefined {
  if (!toBreak && sharedUrl() !== undefined) return undefined
  if (spawnSync(REDIS_SERVER, ['--version']).status === 0) return undefined
  const reason = `there is no redis-server on the PATH${toBreak ? '' : ' and no TEST_REDIS_URL'}`
  failIfRequired('REDIS', reason)
  return reason
}

/** Uses the Redis at `TEST_REDIS_URL` unless the test needs one to break; otherwise starts a new server. */
export async function startTestRedis({ toBreak = false }: RedisUse = {}): Promise<TestRedis> {
  const url = sharedUrl()
  return url === undefined || toBreak ? startServer() : useShared(url)
}

function sharedUrl(): string | undefined {
  return process.env.TEST_REDIS_URL || undefined
}

/** Empties and uses one database of the shared server; parallel test processes use different ones. */
async function useShared(sharedUrl: string): Promise<TestRedis> {
  const url = new URL(sharedUrl)
  const database = Number(process.env.VITEST_POOL_ID ?? 0) % SHARED_DATABASES
  url.pathname = `/${database}`
  const socket = connect(Number(url.port || 6379), url.hostname)
  socket.end(`SELECT ${database}\r\nFLUSHDB\r\nQUIT\r\n`)
  socket.resume()
  await once(socket, 'close')
  const refuse = () => {
    throw new Error('A shared Redis must not be stopped: start one with toBreak')
  }
  return {
    url: url.href,
    stop: refuse,
    start: refuse,
    pause: refuse,
    resume: refuse,
    [Symbol.asyncDispose]: async () => {},
  }
}

async function startServer(): Promise<TestRedis> {
  const directory = mkdtempSync(join(tmpdir(), 'test-redis-'))
  const port = await freePort()
  let server: ReturnType<typeof launch> | undefined
  const launch = () =>
    spawn(
      REDIS_SERVER,
      ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', directory],
      {
        stdio: 'ignore',
      },
    )
  const killAtExit = () => signalProcess(server?.pid, 'SIGKILL')
  process.on('exit', killAtExit)

  const redis: TestRedis = {
    url: `redis://127.0.0.1:${port}`,
    start: async () => {
      server = launch()
      await waitUntil(() => answersPing(port), 'the test Redis to answer')
    },
    stop: async () => {
      if (server === undefined || server.exitCode !== null || server.signalCode !== null) return
      const exited = once(server, 'exit')
      signalProcess(server.pid, 'SIGKILL')
      await exited
    },
    pause: () => signalProcess(server?.pid, 'SIGSTOP'),
    resume: () => signalProcess(server?.pid, 'SIGCONT'),
    [Symbol.asyncDispose]: async () => {
      await redis.stop()
      process.off('exit', killAtExit)
      rmSync(directory, { recursive: true, force: true })
    },
  }
  await redis.start()
  return redis
}

async function answersPing(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    socket.write('PING\r\n')
    const [reply] = await once(socket, 'data')
    return String(reply).startsWith('+PONG')
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
