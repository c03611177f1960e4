import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { killWhenDisposed } from './kill-when-disposed.ts'
import { childrenOf } from './postgres.ts'
import { signalProcess } from './server-process.ts'
import { UNPRIVILEGED, unprivileged } from './unprivileged.ts'

const PATRONI = 'patroni'
// The least that Patroni allows, so a lost leader is replaced after 20 s at most.
const TTL_SECONDS = 20

/** One machine: Patroni and the PostgreSQL that it manages. */
export type PatroniNode = {
  readonly name: string
  /** Host and port of its PostgreSQL. */
  readonly host: string
  /** Kills both, as the loss of the machine does. */
  lose(): void
  /** Freezes both until `lose`. */
  freeze(): void
  /** Starts Patroni again after `lose`. */
  start(): void
  /** `primary` or `replica` as Patroni sees it; undefined if it does not answer. */
  role(): Promise<string | undefined>
}

type NodeOptions = { name: string; directory: string; etcdHosts: readonly string[]; binaries: string }

export async function startNode(
  opened: AsyncDisposableStack,
  { name, directory, etcdHosts, binaries }: NodeOptions,
): Promise<PatroniNode & { api: string }> {
  const folder = join(directory, name)
  mkdirSync(folder)
  if ('uid' in unprivileged) chownSync(folder, UNPRIVILEGED.uid, UNPRIVILEGED.gid)
  const [host, api] = [`127.0.0.1:${await freePort()}`, `127.0.0.1:${await freePort()}`]
  const file = join(folder, 'patroni.yml')
  writeFileSync(file, JSON.stringify(configurationOf({ name, folder, host, api, etcdHosts, binaries })))
  let child: ChildProcess | undefined
  const start = () => {
    const env = { PATH: process.env.PATH, HOME: folder }
    child = spawn(PATRONI, [file], { stdio: 'ignore', cwd: folder, env, ...unprivileged })
  }
  start()
  killWhenDisposed(opened, () => processesOf(child, folder))
  const signalAll = (signal: NodeJS.Signals) => {
    for (const pid of processesOf(child, folder)) signalProcess(pid, signal)
  }
  return {
    name,
    host,
    api: `http://${api}`,
    lose: () => signalAll('SIGKILL'),
    freeze: () => signalAll('SIGSTOP'),
    start,
    role: () => roleOf(`http://${api}`),
  }
}

function configurationOf({
  name,
  folder,
  host,
  api,
  etcdHosts,
  binaries,
}: Pick<NodeOptions, 'name' | 'etcdHosts' | 'binaries'> & { folder: string; host: string; api: string }) {
  const access = ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust']
  return {
    scope: 'registry',
    name,
    restapi: { listen: api, connect_address: api },
    etcd3: { hosts: etcdHosts },
    bootstrap: {
      dcs: {
        ttl: TTL_SECONDS,
        loop_wait: 1,
        retry_timeout: 5,
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 300, wal_log_hints: 'on' } },
      },
      initdb: [{ encoding: 'UTF8' }, { auth: 'trust' }, { locale: 'C' }],
      pg_hba: access,
    },
    postgresql: {
      listen: host,
      connect_address: host,
      data_dir: join(folder, 'data'),
      bin_dir: binaries,
      pg_hba: access,
      authentication: { superuser: { username: 'postgres' }, replication: { username: 'postgres' } },
      parameters: { unix_socket_directories: '' },
      remove_data_directory_on_rewind_failure: true,
    },
    watchdog: { mode: 'off' },
  }
}

/** PostgreSQL's postmaster is no child of Patroni, so that it survives Patroni's end. */
function processesOf(patroni: ChildProcess | undefined, folder: string): (number | undefined)[] {
  const postmaster = readPid(join(folder, 'data', 'postmaster.pid'))
  return [patroni?.pid, postmaster, ...childrenOf(postmaster)]
}

function readPid(file: string): number | undefined {
  try {
    return Number(readFileSync(file, 'utf8').split('\n')[0])
  } catch {
    return undefined
  }
}

async function roleOf(api: string): Promise<string | undefined> {
  try {
    const response = await fetch(`${api}/patroni`, { signal: AbortSignal.timeout(1000) })
    const { role, state } = (await response.json()) as { role?: string; state?: string }
    if (state !== 'running') return undefined
    return role === 'master' || role === 'primary' ? 'primary' : role
  } catch {
    return undefined
  }
}
