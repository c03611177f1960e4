import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { signalProcess, waitUntil } from './server-process.ts'

const REDIS_SERVER = 'redis-server'

/** A real Redis server on loopback that ends with the test. */
export type TestRedis = {
  readonly url: string
  /** Ends the server as a crash does, and waits until it is gone. */
  stop(): Promise<void>
  /** Starts the stopped server again on the same port, empty; resolves when it answers. */
  start(): Promise<void>
  /** Freezes the server, as a machine that hangs does, until `resume`. */
  pause(): void
  resume(): void
  [Symbol.asyncDispose](): Promise<void>
}

/** Why tests on a real Redis cannot run here; undefined where they can. Throws where they must (`REQUIRE_REDIS=1`). */
export function redisMissing(): string | undefined {
  if (spawnSync(REDIS_SERVER, ['--version']).status === 0) return undefined
  const reason = 'there is no redis-server on the PATH'
  if (process.env.REQUIRE_REDIS === '1') throw new Error(`REQUIRE_REDIS=1, and ${reason}`)
  console.warn(`The tests on a real Redis are skipped: ${reason}`)
  return reason
}

/** Starts a new server from the `redis-server` on the PATH. */
export async function startTestRedis(): Promise<TestRedis> {
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
