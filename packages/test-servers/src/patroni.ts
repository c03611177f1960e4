import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { childrenOf } from './postgres.ts'
import { signalProcess, waitUntil } from './server-process.ts'
import { UNPRIVILEGED, unprivileged } from './unprivileged.ts'

const PATRONI = 'patroni'
const ETCD = 'etcd'
const MEMBERS = 3
const START_SECONDS = 60
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

/** A PostgreSQL of three machines, with synchronous replication, on loopback; stopped when it is disposed. */
export type TestPatroni = AsyncDisposable & {
  readonly nodes: readonly PatroniNode[]
  /** The node that is the primary now; undefined during a failover. */
  leader(): Promise<PatroniNode | undefined>
  /** Asks Patroni to make another node the primary, as for maintenance. */
  switchOver(): Promise<void>
  /** Resolves when there is a primary, and every other node follows it. */
  complete(): Promise<void>
}

/** Needs `patroni` and `etcd` on the PATH, and the folder of PostgreSQL's binaries. */
export async function startTestPatroni({ binaries }: { binaries: string }): Promise<TestPatroni> {
  await using opened = new AsyncDisposableStack()
  const directory = mkdtempSync(join(tmpdir(), 'test-patroni-'))
  opened.defer(() => rmSync(directory, { recursive: true, force: true }))
  if ('uid' in unprivileged) chownSync(directory, UNPRIVILEGED.uid, UNPRIVILEGED.gid)
  const etcdHosts = await startEtcd(opened, directory)
  const nodes: (PatroniNode & { api: string })[] = []
  for (let number = 1; number <= MEMBERS; number++)
    nodes.push(await startNode(opened, { name: `node-${number}`, directory, etcdHosts, binaries }))
  const patroni = {
    nodes,
    leader: async () => {
      for (const node of nodes) if ((await node.role()) === 'primary') return node
      return undefined
    },
    switchOver: async () => {
      const leader = (await patroni.leader()) as (typeof nodes)[number]
      const body = JSON.stringify({ leader: leader.name })
      const response = await fetch(`${leader.api}/switchover`, { method: 'POST', body })
      if (!response.ok) throw new Error(`Patroni refused to switch over: ${await response.text()}`)
    },
    complete: () => waitUntil(() => isComplete(nodes), 'Patroni’s nodes to follow a primary', START_SECONDS),
  }
  await patroni.complete()
  const resources = opened.move()
  return { ...patroni, [Symbol.asyncDispose]: () => resources.disposeAsync() }
}

async function startEtcd(opened: AsyncDisposableStack, directory: string): Promise<string[]> {
  const members = []
  for (let number = 1; number <= MEMBERS; number++)
    members.push({
      name: `etcd-${number}`,
      client: `http://127.0.0.1:${await freePort()}`,
      peer: `http://127.0.0.1:${await freePort()}`,
    })
  const cluster = members.map(({ name, peer }) => `${name}=${peer}`).join(',')
  for (const { name, client, peer } of members) {
    const urls = { 'listen-client': client, 'advertise-client': client, 'listen-peer': peer }
    const flags = Object.entries({ ...urls, 'initial-advertise-peer': peer }).flatMap(([flag, url]) => [
      `--${flag}-urls`,
      url,
    ])
    const data = ['--name', name, '--data-dir', join(directory, name), '--initial-cluster', cluster]
    const child = spawn(ETCD, [...data, ...flags, '--enable-v2=true'], { stdio: 'ignore', ...unprivileged })
    killWhenDisposed(opened, () => [child.pid])
  }
  const isHealthy = async (url: string) =>
    fetch(`${url}/health`).then(
      async (response) => (await response.text()).includes('"true"'),
      () => false,
    )
  for (const { client } of members) await waitUntil(() => isHealthy(client), 'etcd to answer', START_SECONDS)
  return members.map(({ client }) => new URL(client).host)
}

type NodeOptions = { name: string; directory: string; etcdHosts: readonly string[]; binaries: string }

async function startNode(
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

async function isComplete(nodes: readonly { api: string }[]): Promise<boolean> {
  const [first] = nodes
  try {
    const response = await fetch(`${first?.api}/cluster`, { signal: AbortSignal.timeout(1000) })
    const { members } = (await response.json()) as { members: { role: string; state: string }[] }
    const roles = members.filter(({ state }) => state === 'running' || state === 'streaming')
    return (
      roles.length === nodes.length &&
      roles.some(({ role }) => role === 'leader') &&
      roles.some(({ role }) => role === 'sync_standby')
    )
  } catch {
    return false
  }
}

function killWhenDisposed(opened: AsyncDisposableStack, processes: () => (number | undefined)[]): void {
  const kill = () => {
    for (const pid of processes()) signalProcess(pid, 'SIGKILL')
  }
  process.on('exit', kill)
  opened.defer(async () => {
    kill()
    process.off('exit', kill)
    await waitUntil(() => processes().every((pid) => pid === undefined || !isRunning(pid)), 'servers to end')
  })
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch {
    return false
  }
}
