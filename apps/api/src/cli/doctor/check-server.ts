import type { Config } from '@timezone-registry/config'
import type { Database } from '@timezone-registry/db'
import type { ServerFacts } from '@timezone-registry/db/server-facts'
import { type Finding, ok, problem, warning } from './finding.ts'

const MIN_VERSION = 13
// PostgreSQL's default. No statement of the service costs that much.
const MIN_JIT_COST = 100_000
const MAX_SKEW_MILLISECONDS = 2000
const MAX_TRANSACTION_SECONDS = 60
// Its program would commit it at once.
const MAX_PREPARED_SECONDS = 10

type Checked = { database: Pick<Database, 'isPooled' | 'warnings'>; config: Config }

/** Judges a PostgreSQL server, and the way the service connects to it. */
export function checkServer(facts: ServerFacts, { database, config }: Checked): Finding[] {
  const { version, role, jitAboveCost } = facts
  return [
    facts.majorVersion >= MIN_VERSION
      ? ok('database version', `PostgreSQL ${version}`)
      : problem(
          'database version',
          `PostgreSQL ${version} is too old.`,
          `Upgrade to PostgreSQL ${MIN_VERSION} or newer.`,
        ),
    checkRights(facts),
    checkDurability(facts, config),
    jitAboveCost === null || jitAboveCost >= MIN_JIT_COST
      ? ok(
          'database jit',
          jitAboveCost === null ? 'off' : `above a cost of ${jitAboveCost}, which no statement reaches`,
        )
      : warning(
          'database jit',
          `With jit_above_cost = ${jitAboveCost}, PostgreSQL may compile short statements, which takes longer than running them.`,
          `Run: ALTER ROLE "${role}" SET jit = off`,
        ),
    checkPooler(database),
    checkConnections(facts, { database, config }),
    checkClock(facts),
    checkTransactions(facts),
  ]
}

function checkRights({ role, isSuperuser, missingRights }: ServerFacts): Finding {
  const name = 'database rights'
  if (missingRights.length > 0)
    return problem(
      name,
      `The role ${role} lacks: ${missingRights.join(', ')}.`,
      `Make it the owner of the database: ALTER DATABASE … OWNER TO "${role}", and of its tables: ALTER TABLE … OWNER TO "${role}".`,
    )
  if (!isSuperuser) return ok(name, `the role ${role} has every right that it needs`)
  return warning(
    name,
    `The role ${role} is a superuser, which the service does not need.`,
    'Create a role without SUPERUSER that owns the database.',
  )
}

function checkDurability({ unsafeSettings }: ServerFacts, { database }: Config): Finding {
  const name = 'database durability'
  if (unsafeSettings.length === 0) return ok(name, 'a crash loses no acknowledged write')
  const message = `With ${unsafeSettings.join(' and ')} off, a crash may lose acknowledged writes.`
  if (database.durability === 'checked')
    return problem(
      name,
      message,
      `Switch on ${unsafeSettings.join(' and ')} in postgresql.conf: the service refuses to start.`,
    )
  return warning(
    name,
    message,
    'DATABASE_DURABILITY=trusted accepts this. Make sure that the storage is durable.',
  )
}

function checkPooler({ isPooled, warnings }: Checked['database']): Finding {
  const [first] = warnings
  if (!isPooled) return ok('database pooler', 'none')
  if (first === undefined) return ok('database pooler', 'present; the role has its own timeouts')
  const [message = first, advice = ''] = first.split(/(?<=\.) (?=Run: )/)
  return warning('database pooler', message, advice)
}

function checkConnections({ maxConnections }: ServerFacts, { database, config }: Checked): Finding {
  // One more for work outside the pool, such as counting for /stats.
  const used = config.database.poolSize + 1
  if (database.isPooled || used <= maxConnections)
    return ok('database connections', `up to ${used}, of the ${maxConnections} that the server accepts`)
  return problem(
    'database connections',
    `This instance may open ${used} connections, but the server accepts ${maxConnections}.`,
    'Raise max_connections, or lower DATABASE_POOL_SIZE.',
  )
}

function checkClock({ clockAheadMilliseconds: ahead }: ServerFacts): Finding {
  if (Math.abs(ahead) <= MAX_SKEW_MILLISECONDS) return ok('clock', 'agrees with that of the database')
  const seconds = Math.round(Math.abs(ahead) / 1000)
  return warning(
    'clock',
    `The database's clock is ${seconds} s ${ahead > 0 ? 'ahead of' : 'behind'} this machine's.`,
    'Synchronise both clocks with NTP (timedatectl shows the state): until then, the times of logs, cached sessions and records disagree.',
  )
}

function checkTransactions({
  role,
  oldestTransactionSeconds: age,
  prepared,
  hiddenTransactions,
}: ServerFacts): Finding {
  const name = 'database transactions'
  if (prepared !== null && prepared.seconds > MAX_PREPARED_SECONDS)
    return warning(
      name,
      `The transaction that was prepared as ${prepared.name} in the database ${prepared.database} has been open for ${Math.round(prepared.seconds)} s. /changes and /events wait for it.`,
      'End it in that database: COMMIT PREPARED or ROLLBACK PREPARED, as its program would have; select * from pg_prepared_xacts lists all of them.',
    )
  if (age > MAX_TRANSACTION_SECONDS)
    return warning(
      name,
      `A transaction has been open for ${Math.round(age)} s. If it writes, /changes and /events wait for it.`,
      'Find it: select pid, application_name, state, query from pg_stat_activity order by xact_start',
    )
  if (hiddenTransactions === 0) return ok(name, 'none has been open for long')
  return warning(
    name,
    `Write transactions of other roles are open: ${hiddenTransactions}. /changes and /events wait for them, and the role ${role} cannot see how old they are.`,
    'As a superuser or a role with pg_monitor, run: select pid, usename, state, xact_start, query from pg_stat_activity where backend_xid is not null order by xact_start',
  )
}
