import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { failIfRequired } from './fail-if-required.ts'
import { freePort } from './free-port.ts'
import { answersQuery } from './postgres-control.ts'
import { signalProcess, waitUntil } from './server-process.ts'
import { UNPRIVILEGED, unprivileged } from './unprivileged.ts'

const PROGRAM = 'pgbouncer'

/** A real PgBouncer on loopback, stopped when it is disposed. */
export type TestPgBouncer = {
  /** The URL of the same database, through the pooler. */
  readonly url: string
  [Symbol.asyncDispose](): Promise<void>
}

/** Why tests on a real PgBouncer cannot run here; undefined if they can. Throws if `REQUIRE_PGBOUNCER=1`. */
export function pgBouncerMissing(): string | undefined {
  if (spawnSync(PROGRAM, ['--version']).status === 0) return undefined
  const reason = 'there is no pgbouncer on the PATH'
  failIfRequired('PGBOUNCER', reason)
  return reason
}

/** Starts a pooler in transaction mode in front of a server; `settings` are lines of its `[pgbouncer]` section. */
export async function startTestPgBouncer({
  serverUrl,
  settings = [],
}: {
  serverUrl: string
  settings?: readonly string[]
}): Promise<TestPgBouncer> {
  const directory = mkdtempSync(join(tmpdir(), 'test-pgbouncer-'))
  const server = new URL(serverUrl)
  const port = await freePort()
  const file = join(directory, 'pgbouncer.ini')
  writeFileSync(
    file,
    [
      '[databases]',
      `* = host=${server.hostname} port=${server.port} user=${server.username}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = any',
      'pool_mode = transaction',
      ...settings,
    ].join('\n'),
  )
  if ('uid' in unprivileged)
    for (const path of [directory, file]) chownSync(path, UNPRIVILEGED.uid, UNPRIVILEGED.gid)
  const child = spawn(PROGRAM, [file], { ...unprivileged, cwd: directory, stdio: 'ignore' })
  const exited = once(child, 'exit')
  const killAtExit = () => signalProcess(child.pid, 'SIGKILL')
  process.on('exit', killAtExit)
  const url = new URL(serverUrl)
  url.port = String(port)
  await waitUntil(() => answersQuery(url.href), 'the test PgBouncer to answer')
  return {
    url: url.href,
    [Symbol.asyncDispose]: async () => {
      killAtExit()
      await exited
      process.off('exit', killAtExit)
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
