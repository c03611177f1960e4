import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '@timezone-registry/config'
import { type Database, openDatabase } from '@timezone-registry/db'
import { DirectoryInUse, isDiskFull } from '@timezone-registry/db/data-directory'
import { messageOf } from '@timezone-registry/db/database-error'
import { findMissingMigrations } from '@timezone-registry/db/migrate'
import { isServerFull } from '@timezone-registry/db/server-disk'
import { findHolder } from '../../feed/held-feed-store.ts'
import { connectToService } from '../running-service.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

// Most transactions end at once.
const HELD_MILLISECONDS = 1000

/** Checks the database; changes nothing in it. */
export async function checkDatabase(config: Config): Promise<Finding[]> {
  const { url, dataDir } = config.database
  if (url === undefined && !existsSync(dataDir))
    return [ok('database', `none yet; the first start creates the embedded one in ${dataDir}`)]
  try {
    await using database = await open(config)
    const kind = database.isServer
      ? ok('database', `answers: ${database.description}`)
      : warning(
          'database',
          `The ${database.description} can lose data in a power failure.`,
          'Set DATABASE_URL unless you are only trying the service out.',
        )
    return [
      kind,
      ...database.warnings.map(toWarning),
      ...(database.isServer ? [await checkTransactions(database)] : []),
      ...(await checkSpace(database, dataDir)),
      await checkMigrations(database, config),
    ]
  } catch (error) {
    if (error instanceof DirectoryInUse && (await isServed(config)))
      return [ok('database', `the running service has ${dataDir} open`), checkDirectory(dataDir)]
    const message = messageOf(error)
    // What is wrong with the data directory says what to do.
    if (url === undefined) return [{ check: 'database', status: 'problem', message }]
    return [problem('database', message, adviceOn(error))]
  }
}

/** The warnings of a server, which a pooler needs, end with what to run. */
function toWarning(text: string): Finding {
  const [message = text, advice = ''] = text.split(/(?<=\.) (?=Run: )/)
  return warning('database', message, advice)
}

/** Whether the same transaction holds the change feed back now and a second later. */
async function checkTransactions(database: Database): Promise<Finding> {
  const name = 'database transactions'
  const holder = await findHolder(database)
  if (holder !== undefined) await sleep(HELD_MILLISECONDS)
  if (holder === undefined || (await findHolder(database))?.xid !== holder.xid)
    return ok(name, 'none holds the change feed back')
  const { pid, prepared_as, database: where, since } = holder
  const which =
    pid === null ? `prepared as ${prepared_as} in the database ${where}` : `of process ${pid} in ${where}`
  return warning(
    name,
    `The transaction ${which} is open${since === null ? '' : ` since ${since}`}. /changes and /events wait for it.`,
    pid === null
      ? 'End it in that database: COMMIT PREPARED or ROLLBACK PREPARED, as its program would have.'
      : `See what it does: select * from pg_stat_activity where pid = ${pid}. To end it: select pg_terminate_backend(${pid}).`,
  )
}

/** As the service opens it, without waiting. */
function open({ database }: Config): Promise<Database> {
  return openDatabase({ ...database, onConnectionError: () => {} })
}

/** Writes and removes a few megabytes, where the role may. */
async function checkSpace(database: Database, dataDir: string): Promise<Finding[]> {
  if (!database.isServer) return [checkDirectory(dataDir)]
  const isFull = await isServerFull(database)
  return isFull === undefined ? [] : [toFinding(isFull, 'PostgreSQL')]
}

function checkDirectory(dataDir: string): Finding {
  return toFinding(isDiskFull(dataDir), dataDir)
}

function toFinding(isFull: boolean, of: string): Finding {
  const name = 'database disk'
  if (!isFull) return ok(name, 'has space')
  const advice = 'Free space on it, or enlarge it; until then, nothing is saved.'
  return problem(name, `The disk of ${of} is full.`, advice)
}

async function isServed({ database: { dataDir } }: Config): Promise<boolean> {
  const socket = await connectToService(dataDir)
  socket?.destroy()
  return socket !== undefined
}

async function checkMigrations(database: Database, config: Config): Promise<Finding> {
  try {
    const missing = await findMissingMigrations(database)
    if (missing.length === 0) return ok('migrations', 'up to date')
    const message = `Missing: ${missing.join(', ')}.`
    const command = 'run "registry migrate"'
    return config.database.migrate === 'auto'
      ? warning('migrations', message, `The next start applies them; to do it now, ${command}.`)
      : problem(
          'migrations',
          message,
          `To apply them, ${command}; with MIGRATE=off, the service does not start.`,
        )
  } catch (error) {
    return problem('migrations', messageOf(error), 'Run "registry migrate" as the owner of the tables.')
  }
}

// By a pattern of the error's code, or of its message if it has none.
const ADVICE = {
  '^ECONNREFUSED$':
    'Nothing is listening at this address. Start PostgreSQL, or correct the host and port in DATABASE_URL.',
  '^(?:ENOTFOUND|EAI_AGAIN)$':
    'This host name is unknown. Correct it in DATABASE_URL; "@", "/" and "%" in a password must be percent-encoded.',
  '^28':
    'PostgreSQL refuses the role or its password. Correct them in DATABASE_URL, or allow them in pg_hba.conf.',
  '^3D000$': 'Create this database with encoding UTF8, or correct its name in DATABASE_URL.',
  '^25006$': 'Name its primary in DATABASE_URL, or an address that follows the primary.',
  '^53100$': 'Free space on the disk of PostgreSQL, or enlarge it.',
  '^53300$': 'Raise max_connections, or lower DATABASE_POOL_SIZE.',
  'client password must be':
    'PostgreSQL requires a password. Add it to DATABASE_URL: postgres://role:password@host:port/database.',
  '.': 'Check DATABASE_URL, and the log of PostgreSQL.',
}

function adviceOn(error: unknown): string {
  const code = (error as { code?: string }).code ?? messageOf(error)
  return Object.entries(ADVICE).find(([pattern]) => new RegExp(pattern).test(code))?.[1] ?? ''
}
