import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '@timezone-registry/config'
import { type Database, openDatabase } from '@timezone-registry/db'
import { DirectoryInUse, isDiskFull, tryDirectory } from '@timezone-registry/db/data-directory'
import { messageOf } from '@timezone-registry/db/database-error'
import { findMissingMigrations } from '@timezone-registry/db/migrate'
import { isServerFull } from '@timezone-registry/db/server-disk'
import { findBlockingTransaction } from '../feed/blocking-transaction.ts'
import { connectToService } from './running-service.ts'

/** The result of one check. A `problem` keeps the service from working as configured. */
export type Finding = {
  check: string
  status: 'ok' | 'warning' | 'problem'
  message: string
  /** What to do; absent if nothing has to be done. */
  advice?: string
}

// Most transactions end at once.
const HELD_MILLISECONDS = 1000

/** Checks the database; changes nothing in it. */
export async function checkDatabase(config: Config): Promise<Finding[]> {
  const { url, dataDir } = config.database
  const check = 'database'
  try {
    if (url === undefined && !existsSync(dataDir)) {
      tryDirectory(dataDir)
      return [ok(check, `none yet; the first start creates the embedded one in ${dataDir}`)]
    }
    await using database = await openDatabase({ ...config.database, onConnectionError: () => {} })
    const kind = database.isServer
      ? ok(check, `answers: ${database.description}`)
      : warning(
          check,
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
    if (error instanceof DirectoryInUse && (await isServed(dataDir)))
      return [ok(check, `the running service has ${dataDir} open`), checkDirectory(dataDir)]
    const message = messageOf(error)
    // What is wrong with the data directory says what to do.
    return [{ check, status: 'problem', message, ...(url !== undefined && { advice: adviceOn(error) }) }]
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
  const blocking = await findBlockingTransaction(database)
  if (blocking !== undefined) await sleep(HELD_MILLISECONDS)
  if (blocking === undefined || (await findBlockingTransaction(database))?.xid !== blocking.xid)
    return ok(name, 'none holds the change feed back')
  const { pid, prepared_as, database: where, since } = blocking
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

async function isServed(dataDir: string): Promise<boolean> {
  const socket = await connectToService(dataDir)
  socket?.destroy()
  return socket !== undefined
}

async function checkMigrations(database: Database, config: Config): Promise<Finding> {
  const check = 'migrations'
  try {
    const missing = await findMissingMigrations(database)
    if (missing.length === 0) return ok(check, 'up to date')
    const message = `Missing: ${missing.join(', ')}.`
    return config.database.migrate === 'auto'
      ? warning(check, message, 'The next start applies them; to do it now, run "registry migrate".')
      : problem(check, message, 'Run "registry migrate"; with MIGRATE=off, the service does not start.')
  } catch (error) {
    return problem(check, messageOf(error), 'Run "registry migrate" as the owner of the tables.')
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

export function ok(check: string, message: string): Finding {
  return { check, status: 'ok', message }
}

export function warning(check: string, message: string, advice: string): Finding {
  return { check, status: 'warning', message, advice }
}

export function problem(check: string, message: string, advice: string): Finding {
  return { check, status: 'problem', message, advice }
}
