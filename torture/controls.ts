import { setTimeout as sleep } from 'node:timers/promises'
import { type ClusterOptions, queryOnce } from './cluster.ts'
import type { Fault } from './faults/fault.ts'

/** A setup on which the checks must find something; otherwise they prove nothing elsewhere. */
export type Control = Fault & {
  options: ClusterOptions
  finds: 'lost' | 'stale' | 'mirrored'
}

export const CONTROLS: readonly Control[] = [
  {
    name: 'PostgreSQL answers before it has written and is killed',
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
    name: 'the processes are not told of each other’s writes',
    finds: 'stale',
    options: { isRedisSplit: true },
    strike: async (_cluster, milliseconds) => void (await sleep(milliseconds)),
    isFelt: () => true,
  },
  {
    name: 'the triggers of the change feed are off for a while',
    finds: 'mirrored',
    options: {},
    strike: async ({ postgres }, milliseconds) => {
      await queryOnce(postgres.url, 'alter table timezones disable trigger user')
      await sleep(milliseconds)
      await queryOnce(postgres.url, 'alter table timezones enable trigger user')
    },
    isFelt: () => true,
  },
]
