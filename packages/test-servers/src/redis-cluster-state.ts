import { Redis } from 'ioredis'

/** Whether a node serves every slot, knows all `nodes` and, if it is a replica, follows its primary. */
export async function isComplete(port: number, nodes: number): Promise<boolean> {
  const info = String(await ask(port, 'INFO', 'replication').catch(() => ''))
  const cluster = String(await ask(port, 'CLUSTER', 'INFO').catch(() => ''))
  const isLinked = info.includes('role:master') || info.includes('master_link_status:up')
  return cluster.includes('cluster_state:ok') && cluster.includes(`cluster_known_nodes:${nodes}`) && isLinked
}

/**
 * The port of the primary that owns the slot of a key. Undefined if this node does not answer, or says that the owner has
 * failed.
 */
export async function findOwner(port: number, key: string): Promise<number | undefined> {
  const nodes = await ask(port, 'CLUSTER', 'NODES').catch(() => undefined)
  const slot = Number(await ask(port, 'CLUSTER', 'KEYSLOT', key).catch(() => Number.NaN))
  const line = ownerLine(String(nodes ?? ''), slot)
  return line === undefined ? undefined : Number(/:(\d+)@/.exec(line)?.[1])
}

/** The line about the primary that owns a slot, in a node's answer to `CLUSTER NODES`; undefined if it has failed. */
export function ownerLine(nodes: string, slot: number): string | undefined {
  return nodes.split('\n').find((line) => / (?:myself,)?master /.test(line) && hasSlot(line, slot))
}

/** The ports of the primaries that work, as this node knows them. */
export async function findPrimaries(port: number): Promise<number[]> {
  const nodes = String(await ask(port, 'CLUSTER', 'NODES'))
  return [...nodes.matchAll(/:(\d+)@\S* (?:myself,)?master /g)].map(([, found]) => Number(found))
}

function hasSlot(line: string, slot: number): boolean {
  return line
    .split(' ')
    .slice(8)
    .some((range) => {
      const [first = 0, last = first] = range.split('-').map(Number)
      return slot >= first && slot <= last
    })
}

/** A node's answer to one command. Rejects if there is none within two seconds. */
export async function ask(port: number, command: string, ...words: string[]): Promise<unknown> {
  const node = new Redis(port, '127.0.0.1', {
    lazyConnect: true,
    retryStrategy: () => null,
    connectTimeout: 1000,
    commandTimeout: 1000,
  })
  node.on('error', () => {})
  try {
    await node.connect()
    return await node.call(command, ...words)
  } finally {
    node.disconnect()
  }
}
