import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Query } from './database.ts'
import { databaseErrorKind } from './database-error.ts'
import { DURABILITY_SETTINGS } from './server-settings.ts'
import { inTransaction } from './transaction.ts'

/** What an operator may need to know about a server and the role that the service uses there. */
export type ServerFacts = {
  /** As the server reports it, such as `15.8 (Debian 15.8-0+deb12u1)`. */
  version: string
  majorVersion: number
  role: string
  isSuperuser: boolean
  /** The settings that are off although a crash may then lose acknowledged writes. */
  unsafeSettings: string[]
  /** The planner's cost above which statements are compiled; null if compilation is off. */
  jitAboveCost: number | null
  /** How many connections the server accepts from ordinary roles. */
  maxConnections: number
  /** How far the server's clock is ahead of this process's. */
  clockAheadMilliseconds: number
  /** The age of the oldest transaction that this role can see, other than this one. */
  oldestTransactionSeconds: number
  /** The oldest transaction that was prepared and neither committed nor rolled back, in any database of the server. */
  prepared: { name: string; database: string; seconds: number } | null
  /** How many write transactions of other roles stayed open for a second, if this role may not see since when. */
  hiddenTransactions: number
  /** Rights that the role lacks, such as `INSERT on timezones`. */
  missingRights: string[]
}

// As much as a trial of the embedded database's disk.
const TRIAL_TABLE = `create temporary table trial on commit drop as
  select repeat('x', 1000) from generate_series(1, 4000)`

/** Whether the server cannot create a temporary table of 4 MB; undefined if the role may not create one. */
export function isServerFull(database: Pick<Database, 'withConnection'>): Promise<boolean | undefined> {
  return database.withConnection(async (query) => {
    try {
      await inTransaction(query, () => query(TRIAL_TABLE))
      return false
    } catch (error) {
      return databaseErrorKind(error) === 'storage_full' || undefined
    }
  })
}

const HIDDEN_TRANSACTION_MILLISECONDS = 1000

/** Reads the facts about a server; changes nothing. */
export function readServerFacts(database: Database): Promise<ServerFacts> {
  return database.withConnection(async (query) => {
    const before = Date.now()
    const { rows } = await query(
      `
      select
        current_setting('server_version') as "version",
        current_setting('server_version_num')::int / 10000 as "majorVersion",
        current_user::text as "role",
        (select rolsuper from pg_roles where rolname = current_user) as "isSuperuser",
        array(select name from pg_settings where name = any ($1) and setting = 'off' order by name)::text[] as "unsafeSettings",
        case when current_setting('jit') = 'on'
          then nullif(greatest(current_setting('jit_above_cost')::float8, -1), -1) end as "jitAboveCost",
        current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as "maxConnections",
        (select coalesce(max(extract(epoch from now() - xact_start)), 0)::float8
          from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend') as "oldestTransactionSeconds",
        (select json_build_object('name', gid, 'database', database, 'seconds', extract(epoch from now() - prepared))
          from pg_prepared_xacts order by prepared limit 1) as "prepared",
        (extract(epoch from clock_timestamp()) * 1000)::float8 - $2 as "clockAheadMilliseconds"`,
      [DURABILITY_SETTINGS, before],
    )
    const { clockAheadMilliseconds, ...row } = rows[0] as Omit<
      ServerFacts,
      'hiddenTransactions' | 'missingRights'
    >
    return {
      ...row,
      // If it was read in the middle of the round trip.
      clockAheadMilliseconds: clockAheadMilliseconds - (Date.now() - before) / 2,
      hiddenTransactions: await countHiddenTransactions(query),
      missingRights: await findMissingRights(query),
    }
  })
}

/** Without pg_monitor, a role sees the transaction id of another role's session, but neither its start nor its statement. */
async function countHiddenTransactions(query: Query): Promise<number> {
  const find = async () => {
    const { rows } = await query(
      'select backend_xid::text as id from pg_stat_activity where backend_xid is not null and xact_start is null and usename is not null',
    )
    return new Set(rows.map(({ id }) => String(id)))
  }
  const first = await find()
  if (first.size === 0) return 0
  // Most transactions end at once.
  await sleep(HIDDEN_TRANSACTION_MILLISECONDS)
  return first.intersection(await find()).size
}

/** Migrations create and alter objects; the service reads and writes its tables. */
async function findMissingRights(query: Query): Promise<string[]> {
  const { rows } = await query(`
    select 'USAGE on a schema of its search_path' as missing where current_schema() is null
    union all
    select 'CREATE on schema ' || current_schema()
      where not has_schema_privilege(current_schema(), 'CREATE')
    union all
    select 'CREATE on database ' || current_database()
      where to_regnamespace('drizzle') is null and not has_database_privilege(current_database(), 'CREATE')
    union all
    select 'USAGE on schema drizzle'
      where not has_schema_privilege(to_regnamespace('drizzle')::oid, 'USAGE')
    union all
    (select case privilege when 'OWNER' then 'ownership of ' else privilege || ' on ' end || relname
      from pg_class, unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'OWNER']) as privilege
      where relnamespace::regnamespace::text = current_schema() and relkind in ('r', 'p')
        and relname in ('timezones', 'sessions', 'api_keys', 'deployment', 'login_issuers')
        and not case privilege when 'OWNER' then pg_has_role(relowner, 'USAGE')
          else has_table_privilege(pg_class.oid, privilege) end
      order by privilege = 'OWNER', relname, privilege)`)
  return rows.map(({ missing }) => String(missing))
}
