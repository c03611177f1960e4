import type { Database } from '@timezone-registry/db'
import { type SQL, sql } from 'drizzle-orm'
import type { Logger } from '../logger.ts'

/** The transaction that holds the feed back. A prepared one has no process, and the name that its program gave it. */
type BlockingTransaction = {
  xid: string
  pid: number | null
  prepared_as: string | null
  database: string
  since: string | null
}

// Where a role may not see when another role's transaction began, it still sees its number. Those of other databases of
// the server count as well.
const FIND_BLOCKING: SQL = sql`
  with held as (select pg_snapshot_xmin(pg_current_snapshot())::xid as xid)
  select xid::text, pid, null as prepared_as, datname as database, xact_start as since
    from pg_stat_activity join held on backend_xid = xid
  union all select xid::text, null, gid, database, prepared from pg_prepared_xacts join held on transaction = xid`

/** The oldest transaction that is in progress, which holds the feed back at this moment. */
export async function findBlockingTransaction({
  drizzle,
}: Pick<Database, 'drizzle'>): Promise<BlockingTransaction | undefined> {
  const { rows } = (await drizzle.execute(FIND_BLOCKING)) as unknown as { rows: BlockingTransaction[] }
  return rows[0]
}

/**
 * Logs when the same transaction has held the change feed back for ten seconds, and when that is over. Until then,
 * `/changes` and `/events` wait for it, and mirrors get no changes.
 */
export function watchBlockingTransactions(
  { drizzle, isServer }: Pick<Database, 'drizzle' | 'isServer'>,
  logger: Logger,
  { everyMilliseconds = 2000, heldMilliseconds = 10_000 } = {},
): Disposable {
  let last: (BlockingTransaction & { seenAt: number; isLogged: boolean }) | undefined

  async function look(): Promise<void> {
    const holder = await findBlockingTransaction({ drizzle })
    if (holder?.xid !== last?.xid) {
      if (last?.isLogged) logger.info(describe(last), 'The change feed is no longer held back')
      last = holder && { ...holder, seenAt: Date.now(), isLogged: false }
    }
    // It may have been prepared since.
    if (last !== undefined && !last.isLogged) Object.assign(last, holder)
    if (last === undefined || last.isLogged || Date.now() - last.seenAt < heldMilliseconds) return
    last.isLogged = true
    logger.warn(
      describe(last),
      'An open transaction holds the change feed back: mirrors get no changes until it ends',
    )
  }

  // An outage has its own lines, and the embedded database no other users.
  const timer = isServer ? setInterval(() => look().catch(() => {}), everyMilliseconds).unref() : undefined
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

function describe({ pid, prepared_as, database, since, seenAt }: BlockingTransaction & { seenAt: number }) {
  return {
    // `pid` is that of this process in every line.
    ...(pid === null ? { prepared_as } : { backend_pid: pid }),
    database,
    since: new Date(since ?? seenAt).toISOString(),
  }
}
