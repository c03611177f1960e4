import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEtcd } from './etcd.ts'
import { type PatroniNode, startNode } from './patroni-node.ts'
import { waitUntil } from './server-process.ts'
import { UNPRIVILEGED, unprivileged } from './unprivileged.ts'

const MEMBERS = 3
const START_SECONDS = 60

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
