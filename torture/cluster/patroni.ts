import { waitUntil } from '@timezone-registry/test-servers/server-process'
import { type Machine, startEtcd } from './etcd.ts'
import { type PatroniNode, startNode } from './patroni-node.ts'
import type { Server } from './server.ts'

const SECONDS = 90

/** PostgreSQL on several machines, with synchronous replication, and the etcd that Patroni keeps its lock in. */
export type Patroni = {
  readonly nodes: readonly PatroniNode[]
  /** By the machine's name. */
  readonly etcd: ReadonlyMap<string, Server>
  /** The primary now; undefined during a failover. */
  leader(): Promise<PatroniNode | undefined>
  /** The node that is not the primary, in this region if there is one. */
  standby(region?: 'eu' | 'us'): Promise<PatroniNode>
  /** Asks Patroni to make another node the primary, as for maintenance; resolves when it is. */
  switchOver(to?: PatroniNode): Promise<void>
  /** Whether a commit waits for this standby. */
  isSynchronous(node: PatroniNode): Promise<boolean>
  /** One for which commits wait. */
  synchronousStandby(): Promise<PatroniNode>
  /** Changes what all nodes share, such as `synchronous_node_count`. */
  configure(settings: Record<string, unknown>): Promise<void>
  /** Resolves when the primary is a node other than this one. */
  replaced(before: PatroniNode | undefined): Promise<void>
  /** Resolves when there is a primary, and every other node follows it. */
  complete(): Promise<void>
}

export async function startPatroni(
  opened: AsyncDisposableStack,
  { machines, directory, binaries }: { machines: readonly Machine[]; directory: string; binaries: string },
): Promise<Patroni> {
  const etcd = await startEtcd(opened, { machines, directory })
  const nodes: PatroniNode[] = []
  for (const machine of machines) {
    const node = startNode(opened, { machine, directory, etcdHosts: etcd.hosts, binaries })
    nodes.push(node)
    // The first becomes the primary.
    if (nodes.length === 1)
      await waitUntil(async () => (await node.role()) === 'primary', 'the first primary', SECONDS)
  }
  const leader = async () => {
    const roles = await Promise.all(nodes.map((node) => node.role()))
    return nodes[roles.indexOf('primary')]
  }
  const replaced = (before: PatroniNode | undefined) =>
    waitUntil(async () => ![before, undefined].includes(await leader()), 'another primary', SECONDS)
  const patroni: Patroni = {
    nodes,
    etcd: etcd.members,
    leader,
    replaced,
    standby: async (region) => {
      const primary = await leader()
      const others = nodes.filter((node) => node !== primary)
      return (others.find(({ machine }) => machine.region.name === region) ?? others[0]) as PatroniNode
    },
    switchOver: async (to) => {
      const before = (await leader()) as PatroniNode
      const asked = requestSwitchover(before, to).then(() => replaced(before))
      // Patroni answers up to a second after the switchover, while statements wait.
      await Promise.race([replaced(before), asked])
    },
    isSynchronous,
    synchronousStandby: async () => {
      const are = await Promise.all(nodes.map(isSynchronous))
      return nodes[are.indexOf(true)] as PatroniNode
    },
    configure: async (settings) => {
      const body = JSON.stringify(settings)
      const response = await fetch(`${nodes[0]?.api}/config`, { method: 'PATCH', body })
      if (!response.ok) throw new Error(`Patroni refused its configuration: ${await response.text()}`)
    },
    complete: () => waitUntil(() => isComplete(nodes), 'Patroni’s nodes to follow a primary', SECONDS),
  }
  await patroni.complete()
  return patroni
}

async function requestSwitchover({ api, machine }: PatroniNode, to?: PatroniNode): Promise<void> {
  const body = JSON.stringify({ leader: machine.name, candidate: to?.machine.name })
  const response = await fetch(`${api}/switchover`, { method: 'POST', body })
  if (!response.ok) throw new Error(`Patroni refused to switch over: ${await response.text()}`)
}

async function isSynchronous({ api, machine }: PatroniNode): Promise<boolean> {
  return (await membersOf(api)).some(({ name, role }) => name === machine.name && role === 'sync_standby')
}

async function isComplete(nodes: readonly PatroniNode[]): Promise<boolean> {
  try {
    const clusters = await Promise.all(nodes.map(({ api }) => membersOf(api)))
    return clusters.every((members) => {
      const running = members.filter(({ state }) => state === 'running' || state === 'streaming')
      const roles = running.map(({ role }) => role)
      return roles.length === nodes.length && roles.includes('leader') && roles.includes('sync_standby')
    })
  } catch {
    return false
  }
}

type Member = { name: string; role: string; state: string }

async function membersOf(api: string): Promise<Member[]> {
  const response = await fetch(`${api}/cluster`, { signal: AbortSignal.timeout(1000) })
  const { members } = (await response.json()) as { members: Member[] }
  return members
}
