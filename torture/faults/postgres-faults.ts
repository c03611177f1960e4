import { setTimeout as sleep } from 'node:timers/promises'
import { nextTransaction, queryOnce } from '../cluster.ts'
import { during, type Fault, refusedSome, repeatedly, slowedSome } from './fault.ts'

const ROLLED_BACK = 500
const TERMINATE =
  "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'"

/** Faults of PostgreSQL. */
export const POSTGRES_FAULTS: readonly Fault[] = [
  {
    name: 'PostgreSQL is killed and recovers',
    strike: async ({ postgres }, milliseconds) => {
      await postgres.stop('SIGKILL')
      await sleep(milliseconds)
      await postgres.start()
    },
    isFelt: refusedSome,
  },
  {
    name: 'PostgreSQL crashes right behind rolled-back transactions',
    // Without a flush by the WAL writer the crash forgets the numbers of these transactions, and they come again.
    options: { postgres: { settings: ['wal_writer_delay=10s'] } },
    strike: crashBehindRollbacks,
    // The strike rejects where no transaction number came again.
    isFelt: () => true,
  },
  {
    name: 'PostgreSQL is frozen',
    strike: ({ postgres }, milliseconds) =>
      during(milliseconds, { begin: postgres.pause, end: postgres.resume }),
    isFelt: slowedSome(500),
  },
  {
    name: 'every backend of PostgreSQL is terminated, again and again',
    strike: ({ postgres }, milliseconds) =>
      repeatedly(milliseconds, async () => (await queryOnce(postgres.url, TERMINATE)).rows.length),
    isFelt: refusedSome,
  },
]

async function crashBehindRollbacks(
  ...[{ postgres }, milliseconds, { load, mirrors }]: Parameters<Fault['strike']>
) {
  // A commit would flush what the crash has to forget.
  await load.pause()
  await queryOnce(
    postgres.url,
    `do $$ begin for i in 1..${ROLLED_BACK} loop perform pg_current_xact_id(); rollback; end loop; end $$`,
  )
  // Whose cursors come from a list made behind the rollbacks.
  await Promise.all(mirrors.map((mirror) => mirror.restart()))
  const before = await nextTransaction(postgres.url)
  await postgres.stop('SIGKILL')
  await postgres.start()
  const after = await nextTransaction(postgres.url)
  if (after >= before) throw new Error(`No transaction number came again: ${before}, then ${after}`)
  load.resume()
  await sleep(milliseconds)
}
