import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { childrenOf, signalProcess } from '@timezone-registry/test-servers/server-process'
import { addressOf, type Machine } from './etcd.ts'
import { killWhenDisposed } from './kill-when-disposed.ts'
import { makeFolder } from './server.ts'

const PATRONI = 'patroni'
const CONFIGURATION = fileURLToPath(new URL('./config/patroni.yml', import.meta.url))
const [API_PORT, POSTGRES_PORT] = [8008, 5432]

/** One machine: Patroni and the PostgreSQL that it manages. */
export type PatroniNode = {
  readonly machine: Machine
  readonly address: string
  /** Patroni's REST interface. */
  readonly api: string
  /** Kills both, as the loss of the machine does. */
  lose(): void
  /** Freezes both until `lose`. */
  freeze(): void
  /** Lets both continue after `freeze`. */
  resume(): void
  /** Starts Patroni again after `lose`. */
  start(): void
  /** `primary` or `replica` as Patroni sees it; undefined if it does not answer. */
  role(): Promise<string | undefined>
  /** Restarts PostgreSQL, as after its upgrade; resolves when Patroni has done it. */
  restartPostgres(): Promise<void>
}

/** Needs `patroni` on the PATH, and the folder of PostgreSQL's binaries. */
export function startNode(
  opened: AsyncDisposableStack,
  {
    machine,
    directory,
    etcdHosts,
    binaries,
  }: { machine: Machine; directory: string; etcdHosts: readonly string[]; binaries: string },
): PatroniNode {
  const folder = makeFolder(directory, machine.name)
  const address = addressOf(machine)
  const api = `http://${address}:${API_PORT}`
  const env = {
    HOME: folder,
    PATRONI_LOG_DIR: folder,
    PATRONI_NAME: machine.name,
    PATRONI_ETCD_HOSTS: etcdHosts.join(','),
    PATRONI_RESTAPI_LISTEN: `${address}:${API_PORT}`,
    PATRONI_RESTAPI_CONNECT_ADDRESS: `${address}:${API_PORT}`,
    PATRONI_POSTGRESQL_LISTEN: `${address}:${POSTGRES_PORT}`,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${address}:${POSTGRES_PORT}`,
    PATRONI_POSTGRESQL_DATA_DIR: `${folder}/data`,
    PATRONI_POSTGRESQL_BIN_DIR: binaries,
  }
  let child: ChildProcess | undefined
  const start = () => {
    child = machine.region.start(PATRONI, [CONFIGURATION], { cwd: folder, env, isUnprivileged: true })
  }
  start()
  killWhenDisposed(opened, () => processesOf(child, folder))
  const signalAll = (signal: NodeJS.Signals) => {
    for (const pid of processesOf(child, folder)) signalProcess(pid, signal)
  }
  return {
    machine,
    address,
    api,
    lose: () => signalAll('SIGKILL'),
    freeze: () => signalAll('SIGSTOP'),
    resume: () => signalAll('SIGCONT'),
    start,
    role: () => roleOf(api),
    restartPostgres: async () => {
      const response = await fetch(`${api}/restart`, { method: 'POST', body: '{}' })
      if (!response.ok) throw new Error(`Patroni refused to restart: ${await response.text()}`)
    },
  }
}

/** PostgreSQL's postmaster is not a child of Patroni, so that it survives Patroni's end. */
function processesOf(patroni: ChildProcess | undefined, folder: string): (number | undefined)[] {
  const postmaster = readPid(`${folder}/data/postmaster.pid`)
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
