import type { Region } from './network.ts'
import { makeFolder, type Server, startServer, waitForHttp } from './server.ts'

/** A machine of the database: its region, and the number of its address there. */
export type Machine = { readonly name: string; readonly region: Region; readonly number: number }

const [CLIENT_PORT, PEER_PORT] = [2379, 2380]

/** One member on each machine. */
export type Etcd = {
  /** Host and port of each member. */
  readonly hosts: readonly string[]
  /** By the machine's name. */
  readonly members: ReadonlyMap<string, Server>
  /** Resolves when every member sees a leader. */
  ready(): Promise<void>
}

export async function startEtcd(
  opened: AsyncDisposableStack,
  { machines, directory }: { machines: readonly Machine[]; directory: string },
): Promise<Etcd> {
  const peers = machines.map((machine) => `${machine.name}=http://${addressOf(machine)}:${PEER_PORT}`)
  const members = new Map<string, Server>()
  for (const machine of machines) {
    const { name, region } = machine
    const [client, peer] = [CLIENT_PORT, PEER_PORT].map((port) => `http://${addressOf(machine)}:${port}`)
    const folder = makeFolder(directory, `etcd-${name}`)
    const args = [
      ...['--name', name, '--data-dir', `${folder}/data`, '--initial-cluster', peers.join(',')],
      ...['--listen-client-urls', client, '--advertise-client-urls', client],
      ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
      '--enable-v2=true',
    ] as string[]
    const launch = () => region.start('etcd', args, { isUnprivileged: true })
    members.set(name, startServer(opened, launch))
  }
  const hosts = machines.map((machine) => `${addressOf(machine)}:${CLIENT_PORT}`)
  const etcd = {
    hosts,
    members,
    ready: async () => {
      for (const host of hosts) await waitForHttp(`http://${host}/health`, `etcd at ${host}`)
    },
  }
  await etcd.ready()
  return etcd
}

export function addressOf({ region, number }: Machine): string {
  return region.address(number)
}
