import { waitUntil } from '@timezone-registry/test-servers/server-process'
import {
  ask,
  type RedisSetup,
  type RegionalRedis,
  SECONDS,
  startSentinelServers,
  startServers,
  waitForLinks,
} from './redis.ts'

const NAME = 'main'
const FAILOVER_SECONDS = 3

/** A primary and a replica on the first two of three machines, and a sentinel on each. */
export async function startSentinels(
  opened: AsyncDisposableStack,
  setup: RedisSetup,
): Promise<RegionalRedis> {
  const { region, machines } = setup
  const [first = 0, second = 0] = machines
  const replicaOf = [`replicaof ${region.address(first)} 6379`]
  const servers = new Map([
    ...startServers(opened, { ...setup, machines: [first], settings: [] }),
    ...startServers(opened, { ...setup, machines: [second], settings: replicaOf }),
  ])
  const sentinels = startSentinelServers(opened, setup)
  const askSentinels = async (...command: string[]) => {
    const replies = await Promise.all(sentinels.map((address) => ask(address, 'SENTINEL', ...command)))
    return replies.find((reply) => reply !== '')
  }
  const primary = async () => (await askSentinels('GET-MASTER-ADDR-BY-NAME', NAME))?.split('\n')[0]
  const redis = {
    url: `redis+sentinel://${sentinels.join(',')}/${NAME}`,
    servers,
    primary,
    stepDown: async (address: string) => {
      const isReplaced = async () => ![address, undefined].includes(await primary())
      while (!(await isReplaced())) {
        // One of them decides. It refuses until it has seen that the replica is back.
        await ask(sentinels[0] ?? '', 'SENTINEL', 'FAILOVER', NAME)
        await waitUntil(isReplaced, 'the replica to take over', FAILOVER_SECONDS).catch(() => {})
      }
    },
    complete: async () => {
      for (const sentinel of sentinels)
        await waitUntil(() => knowsTheOthers(sentinel), 'the sentinels to be complete', SECONDS)
      await waitForLinks([...servers.keys()])
    },
  }
  await redis.complete()
  return redis
}

async function knowsTheOthers(sentinel: string): Promise<boolean> {
  const fields = (await ask(sentinel, 'SENTINEL', 'MASTER', NAME)).split('\n')
  const field = (name: string) => fields[fields.indexOf(name) + 1]
  return field('flags') === 'master' && field('num-slaves') === '1' && field('num-other-sentinels') === '2'
}
