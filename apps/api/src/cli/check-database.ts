import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '@timezone-registry/config'
import { type Database, openDatabase } from '@timezone-registry/db'
import { DirectoryInUse, isDiskFull, tryDirectory } from '@timezone-registry/db/data-directory'
import { messageOf } from '@timezone-registry/db/database-error'
import { findMissingMigrations } from '@timezone-registry/db/migrate'
import { isServerFull } from '@timezone-registry/db/server-disk'
import { isServed } from '@timezone-registry/db/service-socket'
import { findBlockingTransaction } from '../feed/blocking-transaction.ts'

/** The result of one check. A `problem` keeps the service from working as configured. */
export type Finding = {
  check: string
  status: 'ok' | 'warning' | 'problem'
  message: string
  /** What to do; absent if nothing has to be done, or the message says it. */
  advice?: string
}

// Most transactions end at once.
const HELD_MILLISECONDS = 1000

/** Checks the database; changes nothing in it. */
export async function* checkDatabase(config: Config): AsyncGenerator<Finding> {
  const { url, dataDir } = config.database
  const check = 'database'
  try {
    // Opening it would create it.
    if (url === undefined && !existsSync(join(dataDir, 'pgdata'))) {
      tryDirectory(dataDir)
      return yield ok(check, `none yet; the first start creates the embedded one in ${dataDir}`)
    }
    await using database = await openDatabase({ ...config.database, onConnectionError: () => {} })
    const { isServer, description, warnings } = database
    if (isServer) yield ok(check, `answers: ${description}`)
    for (const message of warnings) yield { check, status: 'warning', message }
    if (isServer) yield checkTransactions(database)
    const isFull = isServer ? await isServerFull(database) : isDiskFull(dataDir)
    if (isFull !== undefined) yield describeDisk(isServer ? 'PostgreSQL' : dataDir, isFull)
    yield checkMigrations(database, config)
  } catch (error) {
    if (error instanceof DirectoryInUse && (await isServed(dataDir))) {
      yield ok(check, `the running service has ${dataDir} open`)
      return yield describeDisk(dataDir, isDiskFull(dataDir))
    }
    // What is wrong with the data directory says what to do.
    const advice = url === undefined ? {} : { advice: adviceOn(error) }
    yield { check, status: 'problem', message: messageOf(error), ...advice }
  }
}

// By the beginning of the error's code.
const ADVICE = {
  ECONNREFUSED: 'Nothing is listening there. Start PostgreSQL, or correct the host and port in DATABASE_URL.',
  '28': 'Correct the role and its password in DATABASE_URL, or allow them in pg_hba.conf.',
  '3D000': 'Create this database with encoding UTF8, or correct its name in DATABASE_URL.',
  '25006': 'Name its primary in DATABASE_URL, or an address that follows the primary.',
  '53300': 'Raise max_connections, or lower DATABASE_POOL_SIZE.',
  '': 'Check DATABASE_URL, in which "@", "/" and "%" of a password must be percent-encoded, and the log of PostgreSQL.',
}

function adviceOn(error: unknown): string {
  const { code = '' } = error as { code?: string }
  return Object.entries(ADVICE).find(([start]) => code.startsWith(start))?.[1] ?? ADVICE['']
}

/** Whether the same transaction holds the change feed back now and a second later. */
async function checkTransactions(database: Database): Promise<Finding> {
  const name = 'database transactions'
  const blocking = await findBlockingTransaction(database)
  if (blocking !== undefined) await sleep(HELD_MILLISECONDS)
  if (blocking === undefined || (await findBlockingTransaction(database))?.xid !== blocking.xid)
    return ok(name, 'none holds the change feed back')
  const { pid, prepared_as, database: where, since } = blocking
  const which = pid === null ? `prepared as ${prepared_as}` : `of process ${pid}`
  return warning(
    name,
    `The transaction ${which} in ${where} is open${since === null ? '' : ` since ${since}`}. /changes and /events wait for it.`,
    pid === null
      ? 'End it in that database: COMMIT PREPARED or ROLLBACK PREPARED, as its program would have.'
      : `See what it does: select * from pg_stat_activity where pid = ${pid}. To end it: select pg_terminate_backend(${pid}).`,
  )
}

function describeDisk(name: string, isFull: boolean): Finding {
  const check = 'database disk'
  if (!isFull) return ok(check, 'has space')
  return problem(check, `The disk of ${name} is full.`, 'Free space on it; until then, changes fail.')
}

async function checkMigrations(database: Database, { database: { migrate } }: Config): Promise<Finding> {
  const check = 'migrations'
  try {
    const missing = await findMissingMigrations(database)
    if (missing.length === 0) return ok(check, 'up to date')
    const advice = 'Run "registry migrate"; with MIGRATE=auto, the next start does it.'
    return (migrate === 'auto' ? warning : problem)(check, `Missing: ${missing.join(', ')}.`, advice)
  } catch (error) {
    return problem(check, messageOf(error), 'Run "registry migrate" as the owner of the tables.')
  }
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
