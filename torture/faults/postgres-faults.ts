import { freezeWalWriter, nextTransaction, queryOnce, rollBack } from '../cluster.ts'
import { OUTAGE_GRACE_MILLISECONDS } from '../history.ts'
import { during, type Fault, refusedSome, repeatedly, slowedSome } from './fault.ts'

const ROLLED_BACK = 200
const TERMINATE =
  "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'"

/** Faults of PostgreSQL. */
const FAULTS: readonly Fault[] = [
  {
    name: 'PostgreSQL is killed and recovers',
    strike: async ({ postgres }, hold) => {
      await postgres.stop('SIGKILL')
      await hold()
      await postgres.start()
    },
    isFelt: refusedSome,
  },
  {
    name: 'PostgreSQL crashes right behind rolled-back transactions',
    strike: crashBehindRollbacks,
    // The fault rejects if no transaction id was reused.
    isFelt: () => true,
  },
  {
    name: 'PostgreSQL is frozen',
    strike: ({ postgres }, hold) => during(hold, { begin: postgres.pause, end: postgres.resume }),
    isFelt: slowedSome(500),
  },
  {
    name: 'every backend of PostgreSQL is terminated repeatedly',
    strike: ({ postgres }, hold) =>
      repeatedly(hold, async () => (await queryOnce(postgres.url, TERMINATE)).rows.length),
    isFelt: refusedSome,
  },
]

export const POSTGRES_FAULTS: readonly Fault[] = FAULTS.map((fault) => ({
  ...fault,
  graceMilliseconds: OUTAGE_GRACE_MILLISECONDS,
}))

async function crashBehindRollbacks(...[{ postgres }, hold, { load, mirrors }]: Parameters<Fault['strike']>) {
  // Otherwise a commit or the WAL writer would flush what the crash has to lose.
  await load.pause()
  await freezeWalWriter(postgres.url)
  await rollBack(postgres.url, ROLLED_BACK)
  // Their cursors come from a list read after the rollbacks.
  await Promise.all(mirrors.map((mirror) => mirror.restart()))
  const before = await nextTransaction(postgres.url)
  await postgres.stop('SIGKILL')
  await postgres.start()
  const after = await nextTransaction(postgres.url)
  if (after >= before) throw new Error(`No transaction id was reused: ${before}, then ${after}`)
  load.resume()
  if (!(await hold(async () => (await nextTransaction(postgres.url)) > before)))
    throw new Error('The ids from before the crash were not reached again')
}
