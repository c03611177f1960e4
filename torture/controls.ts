import { type ClusterOptions, freezeWalWriter, queryOnce } from './cluster.ts'
import { type Fault, holdForWrites } from './faults/fault.ts'

/** A setup on which the checks must find something; otherwise they prove nothing elsewhere. */
export type Control = Fault & {
  options: ClusterOptions
  finds: 'lost' | 'stale' | 'mirrored'
}

// To so many users that something is left to find whatever is written later.
const WRITES = 300

export const CONTROLS: readonly Control[] = [
  {
    name: 'PostgreSQL answers before it has written and is killed',
    finds: 'lost',
    // They have what was lost.
    catchUp: 0,
    options: {
      postgres: { settings: ['synchronous_commit=off'] },
      // The service would refuse to start on such a server.
      env: { DATABASE_DURABILITY: 'trusted' },
    },
    strike: async ({ postgres }, hold, { load }) => {
      await freezeWalWriter(postgres.url)
      await holdForWrites(hold, load, WRITES)
      // A write without an answer may have happened and could explain what the table holds.
      await load.pause()
      await postgres.stop('SIGKILL')
      await postgres.start()
      load.resume()
    },
    isFelt: () => true,
  },
  {
    name: 'the processes do not receive each other’s evictions',
    finds: 'stale',
    options: { isRedisSplit: true },
    strike: (_cluster, hold, { load }) => holdForWrites(hold, load, WRITES),
    isFelt: () => true,
  },
  {
    name: 'the triggers of the change feed are off for a while',
    finds: 'mirrored',
    catchUp: 3_000,
    options: {},
    strike: async ({ postgres }, hold, { load }) => {
      await queryOnce(postgres.url, 'alter table timezones disable trigger user')
      await holdForWrites(hold, load, WRITES)
      await queryOnce(postgres.url, 'alter table timezones enable trigger user')
    },
    isFelt: () => true,
  },
]
