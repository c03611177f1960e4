import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { signalProcess } from '@timezone-registry/test-servers/server-process'
import { UNPRIVILEGED } from '@timezone-registry/test-servers/unprivileged'
import { killWhenDisposed } from './kill-when-disposed.ts'

const LINK = fileURLToPath(new URL('./link.py', import.meta.url))
const PYTHON = 'python3'
const IP = 'ip'

/** Options of a process that belongs to a region. */
type ProcessOptions = {
  cwd?: string
  env?: Record<string, string>
  /** Runs as `nobody`, as servers require that refuse root. */
  isUnprivileged?: boolean
}

/** A region: a network of its own, in which each machine has an address. */
export type Region = {
  readonly name: 'eu' | 'us'
  /** The address of the machine with this number (1 to 253). This process can reach it, even while regions are cut off. */
  address(machine: number): string
  /** The command prefix that runs a program in this region. */
  readonly within: readonly string[]
  start(program: string, args: readonly string[], options?: ProcessOptions): ChildProcess
}

/** Two regions, and the network between them. */
export type Network = AsyncDisposable & {
  readonly eu: Region
  readonly us: Region
  /** Loses every packet between the regions until `heal`. */
  partition(): void
  heal(): void
}

/**
 * Makes two network namespaces, whose packets to each other arrive after `delayMilliseconds`. Needs root, `iproute2` and
 * `python3`. Removes what an earlier process left behind.
 */
export async function openNetwork({ delayMilliseconds }: { delayMilliseconds: number }): Promise<Network> {
  await using opened = new AsyncDisposableStack()
  const remove = () => {
    for (const { namespace, wan } of Object.values(PLACES))
      for (const command of [`netns delete ${namespace}`, `link delete ${namespace}`, `link delete ${wan}`])
        ip(command, { mayFail: true })
  }
  remove()
  process.on('exit', remove)
  opened.defer(() => {
    process.off('exit', remove)
    remove()
  })
  for (const place of Object.values(PLACES)) addNamespace(place)
  const devices = Object.values(PLACES).map(({ wan }) => wan)
  const link = spawn(PYTHON, [LINK, ...devices, String(delayMilliseconds)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  killWhenDisposed(opened, () => [link.pid])
  await once(link.stdout, 'data')
  connect(PLACES.eu, PLACES.us)
  connect(PLACES.us, PLACES.eu)
  const resources = opened.move()
  return {
    eu: createRegion('eu'),
    us: createRegion('us'),
    partition: () => signalProcess(link.pid, 'SIGUSR1'),
    heal: () => signalProcess(link.pid, 'SIGUSR2'),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

type Place = { namespace: string; wan: string; subnet: string }

const PLACES = {
  eu: { namespace: 'registry-eu', wan: 'wan-eu', subnet: '10.77.1' },
  us: { namespace: 'registry-us', wan: 'wan-us', subnet: '10.77.2' },
} satisfies Record<string, Place>
const MACHINES = 20
// This process's own address in each region.
const OUTSIDE = 254

/** A namespace with the addresses of its machines, which this process reaches over a pair of devices. */
function addNamespace({ namespace, wan, subnet }: Place): void {
  ip(`netns add ${namespace}`)
  ip(`link add ${namespace} type veth peer name access netns ${namespace}`)
  ip(`address add ${subnet}.${OUTSIDE}/24 dev ${namespace}`)
  ip(`link set ${namespace} up`)
  for (let machine = 1; machine <= MACHINES; machine++)
    ip(`-n ${namespace} address add ${subnet}.${machine}/24 dev access`)
  for (const device of ['lo', 'access']) ip(`-n ${namespace} link set ${device} up`)
  ip(`tuntap add dev ${wan} mode tun`)
}

/** Moves the open end of the link into its region. */
function connect(from: Place, to: Place): void {
  ip(`link set ${from.wan} netns ${from.namespace}`)
  ip(`-n ${from.namespace} link set ${from.wan} up`)
  ip(`-n ${from.namespace} route add ${to.subnet}.0/24 dev ${from.wan}`)
}

function createRegion(name: Region['name']): Region {
  const { namespace, subnet } = PLACES[name]
  const within = [IP, 'netns', 'exec', namespace]
  return {
    name,
    address: (machine) => `${subnet}.${machine}`,
    within,
    start: (program, args, { cwd, env = {}, isUnprivileged = false } = {}) => {
      const command = [...within, ...(isUnprivileged ? BECOME_NOBODY : []), program, ...args]
      const [first = '', ...others] = command
      return spawn(first, others, { cwd, env: { PATH: process.env.PATH, ...env }, stdio: 'ignore' })
    },
  }
}

const BECOME_NOBODY = [
  'setpriv',
  `--reuid=${UNPRIVILEGED.uid}`,
  `--regid=${UNPRIVILEGED.gid}`,
  '--clear-groups',
]

function ip(command: string, { mayFail = false } = {}): void {
  try {
    execFileSync(IP, command.split(' '), { stdio: ['ignore', 'ignore', mayFail ? 'ignore' : 'inherit'] })
  } catch (error) {
    if (!mayFail) throw error
  }
}
