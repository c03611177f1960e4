import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from './free-port.ts'
import { findPostgresBinaries } from './postgres-binaries.ts'
import { createPostgresControl, type PostgresControl } from './postgres-control.ts'
import { UNPRIVILEGED, unprivileged } from './unprivileged.ts'

/** A real PostgreSQL server on loopback, stopped when it is disposed. */
export type TestPostgres = PostgresControl & {
  /** The URL of the default database; tests create their own. */
  readonly url: string
  /** The data directory. */
  readonly data: string
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

  const { kill, ...server } = createPostgresControl({
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
