import { ownerLine } from '@timezone-registry/test-servers/redis-cluster-state'
import { waitUntil } from '@timezone-registry/test-servers/server-process'
import {
  ask,
  createCluster,
  type RedisSetup,
  type RegionalRedis,
  SECONDS,
  startServers,
  waitForLinks,
} from './redis.ts'

/** A Redis Cluster of three primaries and three replicas, on six machines. */
export async function startRedisCluster(
  opened: AsyncDisposableStack,
  setup: RedisSetup,
): Promise<RegionalRedis> {
  const settings = ['cluster-enabled yes', 'cluster-node-timeout 1000']
  const servers = startServers(opened, { ...setup, settings })
  const addresses = [...servers.keys()]
  for (const address of addresses)
    await waitUntil(async () => (await ask(address, 'PING')) === 'PONG', 'Redis to answer')
  const hosts = addresses.map((address) => `${address}:6379`)
  await createCluster(hosts)
  const redis = {
    url: `redis+cluster://${hosts.slice(0, 3).join(',')}`,
    servers,
    primary: async (key: string) => {
      const owners = await Promise.all(addresses.map((address) => findOwner(address, key)))
      return owners.find((owner) => owner !== undefined)
    },
    stepDown: (address: string) => stepDown(addresses, address),
    complete: async () => {
      for (const address of addresses) {
        const isOk = async () => (await ask(address, 'CLUSTER', 'INFO')).includes('cluster_state:ok')
        await waitUntil(isOk, 'Redis Cluster to be complete', SECONDS)
      }
      await waitForLinks(addresses)
    },
  }
  await redis.complete()
  return redis
}

async function stepDown(addresses: readonly string[], address: string): Promise<void> {
  for (const replica of addresses) {
    if (!(await ask(replica, 'INFO', 'replication')).includes(`master_host:${address}\r`)) continue
    await ask(replica, 'CLUSTER', 'FAILOVER')
    const isPrimary = async () => (await ask(replica, 'INFO', 'replication')).includes('role:master')
    await waitUntil(isPrimary, 'a replica to take over', SECONDS)
  }
}

/** Undefined if the node does not answer, or says that the slot’s owner has failed. */
async function findOwner(address: string, key: string): Promise<string | undefined> {
  const slot = Number(await ask(address, 'CLUSTER', 'KEYSLOT', key))
  const line = ownerLine(await ask(address, 'CLUSTER', 'NODES'), slot)
  return / ([\d.]+):\d+@/.exec(line ?? '')?.[1]
}
