import { type ClusterOptions, freezeWalWriter, queryOnce } from './cluster.ts'
import { type Fault, holdForWrites } from './faults/fault.ts'

/** A broken setup on which the checks must find something; otherwise passing them proves nothing. */
export type Control = Fault & {
  options: ClusterOptions
  finds: 'lost' | 'stale' | 'mirrored'
}

// Enough users that later writes do not overwrite every loss.
const WRITES = 100
// The service would refuse to start on such a server.
const ASYNCHRONOUS: ClusterOptions = {
  postgres: { settings: ['synchronous_commit=off'] },
  env: { DATABASE_DURABILITY: 'trusted' },
}

export const CONTROLS: readonly Control[] = [
  {
    name: 'PostgreSQL answers before it has written and is killed',
    finds: 'lost',
    // The mirrors have what was lost.
    catchUp: 0,
    options: ASYNCHRONOUS,
    strike: async ({ postgres }, hold, { load }) => {
      await freezeWalWriter(postgres.url)
      await holdForWrites(hold, load, WRITES)
      // A write without a response may have happened and could explain the table's content.
      await load.pause()
      await postgres.stop('SIGKILL')
      await postgres.start()
      load.resume()
    },
    isFelt: () => true,
  },
  {
    name: 'the processes do not learn of each other’s changes, because the feed has none',
    finds: 'stale',
    // The same cluster as for lost writes.
    options: ASYNCHRONOUS,
    strike: withoutTriggers,
    isFelt: () => true,
  },
  {
    name: 'the triggers of the change feed are off for a while',
    finds: 'mirrored',
    catchUp: 3_000,
    // The same cluster as for lost writes.
    options: ASYNCHRONOUS,
    strike: withoutTriggers,
    isFelt: () => true,
  },
]

async function withoutTriggers(
  ...[{ postgres }, hold, { load }]: Parameters<Fault['strike']>
): Promise<void> {
  await queryOnce(postgres.url, 'alter table timezones disable trigger user')
  await holdForWrites(hold, load, WRITES)
  await queryOnce(postgres.url, 'alter table timezones enable trigger user')
}
