import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from './free-port.ts'
import { findPostgresBinaries } from './postgres-binaries.ts'
import { signalProcess, waitUntil } from './server-process.ts'
import { UNPRIVILEGED, unprivileged } from './unprivileged.ts'

/** A real PostgreSQL server on loopback, stopped when it is disposed. */
export type TestPostgres = {
  /** The URL of the default database; tests create their own. */
  readonly url: string
  /** The data directory. */
  readonly data: string
  /** Kills the server as a crash does (`SIGKILL`), or stops it without waiting for clients (`SIGINT`). */
  stop(signal: 'SIGKILL' | 'SIGINT'): Promise<void>
  /** Starts the stopped server again, on the same port and data; resolves when it answers. */
  start(): Promise<void>
  /** Starts the server again if it has stopped by itself. */
  startIfEnded(): Promise<void>
  /** Freezes every process of the server until `resume`, as a hung machine would. */
  pause(): void
  resume(): void
  [Symbol.asyncDispose](): Promise<void>
}

/** Starts a new server with default settings, using the distribution's PostgreSQL if one is installed. */
export async function startTestPostgres({
  directory: parent = tmpdir(),
  binaries = findPostgresBinaries(),
  settings = [],
  env = {},
  fill,
}: {
  /** The folder of `initdb` and `postgres`. */
  binaries?: string
  /** The data directory is created here. */
  directory?: string
  /** As in `postgresql.conf`: `synchronous_commit=off`. */
  settings?: readonly string[]
  /** Added to this process's environment for the server. */
  env?: Record<string, string>
  /** Writes the data directory, instead of `initdb`; it runs in a folder that the server's user owns. */
  fill?: (data: string) => Promise<void>
} = {}): Promise<TestPostgres> {
  const directory = mkdtempSync(join(parent, 'test-postgres-'))
  await (fill ?? ((data: string) => initialise(data, binaries)))(ownDirectory(directory))
  const port = await freePort()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`

  const { kill, ...server } = createServerControl({
    url,
    launch: () => launch({ binaries, directory, port, settings, env }),
  })
  process.on('exit', kill)
  await server.start()
  return {
    url,
    data: join(directory, 'data'),
    ...server,
    [Symbol.asyncDispose]: async () => {
      server.resume()
      await server.stop('SIGKILL')
      process.off('exit', kill)
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

type ServerControl = Pick<TestPostgres, 'start' | 'startIfEnded' | 'stop' | 'pause' | 'resume'> & {
  /** Kills every process of the server without waiting for its end. */
  kill(): void
}

/** Starts, signals and stops one server; `launch` runs its first process. */
function createServerControl({ url, launch }: { url: string; launch: () => ChildProcess }): ServerControl {
  let server: ChildProcess | undefined
  const signalAll = (signal: NodeJS.Signals) => {
    for (const pid of [server?.pid, ...childrenOf(server?.pid)]) signalProcess(pid, signal)
  }
  const isRunning = () => server?.exitCode === null && server.signalCode === null
  const start = () =>
    waitUntil(() => {
      // It refuses to start while a process of a server that was killed is still ending.
      if (!isRunning()) server = launch()
      return answersQuery(url)
    }, 'the test Postgres to answer')

  return {
    start,
    startIfEnded: async () => {
      if (server !== undefined && !isRunning()) await start()
    },
    stop: async (signal) => {
      if (server === undefined || !isRunning()) return
      const exited = once(server, 'exit')
      if (signal === 'SIGKILL') signalAll(signal)
      else signalProcess(server.pid, signal)
      await exited
    },
    pause: () => signalAll('SIGSTOP'),
    resume: () => signalAll('SIGCONT'),
    kill: () => signalAll('SIGKILL'),
  }
}

/** Gives a directory to the server's user, and returns where the data is in it. */
function ownDirectory(directory: string): string {
  if ('uid' in unprivileged) chownSync(directory, UNPRIVILEGED.uid, UNPRIVILEGED.gid)
  return join(directory, 'data')
}

async function initialise(data: string, binaries: string): Promise<void> {
  const initdb = ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync']
  await promisify(execFile)(join(binaries, 'initdb'), initdb, { ...unprivileged, cwd: dirname(data) })
}

function launch({
  binaries,
  directory,
  port,
  settings,
  env,
}: {
  binaries: string
  directory: string
  port: number
  settings: readonly string[]
  env: Record<string, string>
}): ChildProcess {
  const given = ['unix_socket_directories=', 'max_connections=300', ...settings]
  const options = given.flatMap((setting) => ['-c', setting])
  return spawn(
    join(binaries, 'postgres'),
    ['-D', join(directory, 'data'), '-p', String(port), '-h', '127.0.0.1', ...options],
    { ...unprivileged, cwd: directory, stdio: 'ignore', env: { ...process.env, ...env } },
  )
}

/** Signalling the process group is not enough: every backend leads its own session. */
export function childrenOf(pid: number | undefined): number[] {
  if (pid === undefined || process.platform !== 'linux') return []
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

/** Whether a server or a pooler at this URL answers now. */
export async function answersQuery(url: string): Promise<boolean> {
  const client = new pg.Client(url)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
