import type { PGlite } from '@electric-sql/pglite'

const CHECK_MILLISECONDS = 10_000
const LOG_BYTES = 32 * 1024 * 1024
// As autovacuum's: 50 rows and a fifth of the table, and 200 million transactions.
const DEAD_TABLES = `select relid::regclass::text as name, n_dead_tup::int as dead, n_live_tup::int as live
  from pg_stat_user_tables where n_dead_tup > 50 + n_live_tup / 5`
const IS_OLD = `select age(datfrozenxid) > 200000000 as yes from pg_database where datname = current_database()`
const LOG_HAS_GROWN = `select pg_current_wal_lsn() - redo_lsn > ${LOG_BYTES} as yes from pg_control_checkpoint()`
const RECORDS = 'timezones'
const NAME_INDEX = 'idx_timezones_public_name'
// Building it for as many takes about a second, in which everything else waits.
const MAX_REBUILT_ROWS = 100_000

/**
 * Does what PostgreSQL's background processes do, which PGlite does not have: vacuums tables once a fifth of their rows are
 * dead, and runs a checkpoint once the write-ahead log has grown, so that its files are used again. The index of names keeps
 * those of deleted rows longest, so it is built anew once as many rows have died as there are.
 */
export function startUpkeep(pglite: PGlite): AsyncDisposable {
  let died = Number.POSITIVE_INFINITY
  const isTrue = async (query: string) => (await pglite.query<{ yes: boolean }>(query)).rows[0]?.yes === true

  async function check(): Promise<void> {
    if (await isTrue(IS_OLD)) await pglite.query('vacuum')
    const { rows } = await pglite.query<{ name: string; dead: number; live: number }>(DEAD_TABLES)
    for (const { name, dead, live } of rows) {
      await pglite.query(`vacuum ${name}`)
      if (name !== RECORDS) continue
      died += dead
      if (died < live || live > MAX_REBUILT_ROWS) continue
      await pglite.query(`reindex index ${NAME_INDEX}`)
      died = 0
    }
    if (await isTrue(LOG_HAS_GROWN)) await pglite.query('checkpoint')
  }

  let checking: Promise<void> | undefined
  const timer = setInterval(() => {
    // A full disk, for instance, which every write reports.
    checking ??= check()
      .catch(() => {})
      .finally(() => {
        checking = undefined
      })
  }, CHECK_MILLISECONDS).unref()
  return {
    [Symbol.asyncDispose]: async () => {
      clearInterval(timer)
      await checking
    },
  }
}
