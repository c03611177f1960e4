import { type Instance, startInstance } from '../instance.ts'
import { type Pooler, type PrimaryProxy, startHaproxy, startNginx, startPgBouncer } from './balancers.ts'
import { killWhenDisposed } from './kill-when-disposed.ts'
import type { Region } from './network.ts'
import { type RegionalRedis, startRedis } from './redis.ts'
import type { Server } from './server.ts'

export const DATABASE = 'registry'

// The numbers of the machines' addresses.
const BALANCER = 3
const INSTANCES = [4, 5] as const
const REDIS = 11

/** What a region has besides its database machines. */
export type RegionalServers = {
  readonly region: Region
  readonly redis: RegionalRedis
  readonly haproxy: PrimaryProxy
  /** In front of HAProxy. */
  readonly pgbouncer: Pooler
  readonly instances: readonly [Instance, Instance]
  /** In front of the instances. */
  readonly nginx: { readonly address: string; readonly server: Server }
}

export async function startRegion(
  opened: AsyncDisposableStack,
  {
    region,
    directory,
    version,
  }: {
    region: Region
    directory: string
    version: string | undefined
  },
): Promise<RegionalServers> {
  const redis = await startRedis(opened, { region, directory, machine: REDIS })
  const setup = { region, machine: BALANCER, directory }
  const haproxy = startHaproxy(opened, setup)
  const pgbouncer = await startPgBouncer(opened, { ...setup, server: haproxy })
  const startOne = async (machine: number) => {
    const env = {
      DATABASE_URL: `postgres://postgres@${pgbouncer.host}/${DATABASE}`,
      REDIS_URL: redis.url,
      AUTH: 'open',
      HOST: region.address(machine),
      PORT: '3000',
      // Two seconds of draining, in which the balancer uses its kept connections a last time.
      SHUTDOWN_GRACE_SECONDS: '10',
    }
    const name = `${env.HOST}:${env.PORT}`
    const instance = opened.use(await startInstance(name, env, { within: region.within, version }))
    killWhenDisposed(opened, () => [instance.process.pid])
    return instance
  }
  const instances = [await startOne(INSTANCES[0]), await startOne(INSTANCES[1])] as const
  const names = [instances[0].name, instances[1].name] as const
  const nginx = await startNginx(opened, { ...setup, instances: names })
  return { region, redis, haproxy, pgbouncer, instances, nginx }
}
