import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@timezone-registry/test-servers/free-port'
import {
  ask,
  findOwner,
  findPrimaries,
  isComplete,
} from '@timezone-registry/test-servers/redis-cluster-state'
import { answersConnection, signalProcess, waitUntil } from '@timezone-registry/test-servers/server-process'

const REDIS_SERVER = 'redis-server'
/** The command-line client that comes with the server. */
export const REDIS_CLI = 'redis-cli'
const NODES = 6
// A node's port for the others is its own plus this.
const BUS_PORT_OFFSET = 10_000
const MAX_PORT = 65_535

/** A cluster of three primaries and three replicas on loopback, stopped when it is disposed. */
export type TestRedisCluster = {
  /** Its address, as in `REDIS_URL`. */
  readonly url: string
  readonly ports: readonly number[]
  /** The port of the primary that owns the slot of a key or channel; undefined while it has failed. */
  ownerOf(key: string): Promise<number | undefined>
  /** Resolves when every node serves, and every replica follows its primary. */
  complete(): Promise<void>
  /** Gives the slot of a key or channel to another primary; resolves when every node knows it. */
  moveSlotOf(key: string): Promise<void>
  /** Kills or freezes the server at this port. */
  break(port: number, signal: 'SIGKILL' | 'SIGSTOP'): void
  resume(port: number): void
  [Symbol.asyncDispose](): Promise<void>
}

/** Starts one; resolves when it serves every slot. Needs `redis-server` and `redis-cli` on the PATH. */
export async function startTestRedisCluster(): Promise<TestRedisCluster> {
  await using opened = new AsyncDisposableStack()
  const pids = new Map<number, number | undefined>()
  for (let count = 0; count < NODES; count++) {
    const port = await freeClusterPort()
    const node = launchClusterNode({ port, 'cluster-node-timeout': 1000 })
    opened.use(node)
    pids.set(port, node.pid)
  }
  const ports = [...pids.keys()]
  for (const port of ports) await waitUntil(() => answersConnection(port), 'a node of the cluster')
  const hosts = ports.map((port) => `127.0.0.1:${port}`)
  const settings = ['--cluster-replicas', '1', '--cluster-yes']
  execFileSync(REDIS_CLI, ['--cluster', 'create', ...hosts, ...settings], { stdio: 'ignore' })
  const complete = async () => {
    for (const port of ports) await waitUntil(() => isComplete(port, NODES), 'the cluster to be complete')
  }
  await complete()

  const ownerOf = async (key: string) => {
    for (const port of ports) {
      const owner = await findOwner(port, key)
      if (owner !== undefined) return owner
    }
    return undefined
  }
  const resources = opened.move()
  return {
    url: `redis+cluster://${hosts.slice(0, 3).join(',')}`,
    ports,
    ownerOf,
    complete,
    moveSlotOf: async (key) => moveSlot(key, { ports, from: (await ownerOf(key)) ?? 0 }),
    break: (port, signal) => signalProcess(pids.get(port), signal),
    resume: (port) => signalProcess(pids.get(port), 'SIGCONT'),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

async function moveSlot(
  key: string,
  { ports, from }: { ports: readonly number[]; from: number },
): Promise<void> {
  const to = (await findPrimaries(from)).find((port) => port !== from) ?? 0
  const [slot, id, fromId] = await Promise.all([
    ask(to, 'CLUSTER', 'KEYSLOT', key),
    ask(to, 'CLUSTER', 'MYID'),
    ask(from, 'CLUSTER', 'MYID'),
  ])
  // A node that was importing takes a new epoch, without which the old owner's claim would win where it is heard last.
  await ask(to, 'CLUSTER', 'SETSLOT', String(slot), 'IMPORTING', String(fromId))
  for (const port of [to, from]) await ask(port, 'CLUSTER', 'SETSLOT', String(slot), 'NODE', String(id))
  const isMoved = async () =>
    (await Promise.all(ports.map((port) => findOwner(port, key)))).every((owner) => owner === to)
  await waitUntil(isMoved, 'every node to know the new owner')
}

/** Starts one node on loopback, killed when it is disposed. */
export function launchClusterNode(
  options: Record<string, string | number>,
): AsyncDisposable & { pid: number | undefined } {
  const directory = mkdtempSync(join(tmpdir(), 'test-redis-cluster-'))
  const settings = {
    bind: '127.0.0.1',
    dir: directory,
    save: '',
    'cluster-enabled': 'yes',
    'repl-diskless-sync-delay': 0,
    ...options,
  }
  const given = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)])
  const server = spawn(REDIS_SERVER, given, { stdio: 'ignore' })
  const exited = once(server, 'exit')
  return {
    pid: server.pid,
    [Symbol.asyncDispose]: async () => {
      signalProcess(server.pid, 'SIGKILL')
      await exited
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** A port that is free, and whose port for the other nodes exists. */
export async function freeClusterPort(): Promise<number> {
  for (;;) {
    const port = await freePort()
    if (port + BUS_PORT_OFFSET <= MAX_PORT) return port
  }
}
