import { setTimeout as sleep } from 'node:timers/promises'
import type { ClusterOptions } from './cluster.ts'
import type { Fault } from './faults.ts'

/** A set-up on which the checks must find something; else they could not be believed elsewhere. */
export type Control = Pick<Fault, 'name' | 'strike' | 'isFelt' | 'freezes'> & {
  options: ClusterOptions
  finds: 'lost' | 'stale'
}

export const CONTROLS: readonly Control[] = [
  {
    name: 'PostgreSQL answers before it has written, and is killed',
    finds: 'lost',
    options: {
      postgres: { settings: ['synchronous_commit=off', 'wal_writer_delay=10s'] },
      // The service would refuse to start on such a server.
      env: { DATABASE_DURABILITY: 'trusted' },
    },
    strike: async ({ postgres }, milliseconds) => {
      await postgres.stop('SIGKILL')
      await sleep(milliseconds)
      await postgres.start()
    },
    isFelt: () => true,
  },
  {
    name: 'the processes do not hear of each other’s writes',
    finds: 'stale',
    options: { isRedisSplit: true },
    strike: async (_cluster, milliseconds) => void (await sleep(milliseconds)),
    isFelt: () => true,
  },
]
