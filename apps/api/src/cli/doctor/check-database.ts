import { existsSync } from 'node:fs'
import type { Config } from '@timezone-registry/config'
import { type Database, openDatabase } from '@timezone-registry/db'
import { DirectoryInUse, isDiskFull } from '@timezone-registry/db/data-directory'
import { messageOf } from '@timezone-registry/db/database-error'
import { findMissingMigrations } from '@timezone-registry/db/migrate'
import { findBackupAge } from '@timezone-registry/db/scheduled-backups'
import { isServerFull, readServerFacts } from '@timezone-registry/db/server-facts'
import { findUnknownZones } from '@timezone-registry/db/unknown-zones'
import { createZoneNames } from '@timezone-registry/zones/zone-names'
import { connectToService } from '../running-service.ts'
import { checkServer } from './check-server.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

// A backup may have been due while the service was stopped.
const LATE_BACKUPS = 2

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
    const server = database.isServer ? checkServer(await readServerFacts(database), { database, config }) : []
    return [
      kind,
      ...server,
      ...(await checkSpace(database, dataDir)),
      await checkMigrations(database, config),
      ...(await checkStoredZones(database)),
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

/** Checks the age of the last scheduled backup of the embedded database. */
export async function checkBackups({ database: { backups } }: Config): Promise<Finding[]> {
  if (backups === undefined) return []
  const hours = (await findBackupAge(backups.directory)) / 3600
  if (hours * 3600 <= backups.everySeconds * LATE_BACKUPS)
    return [ok('backups', `the last one is ${hours.toFixed(1)} hours old`)]
  const message = Number.isFinite(hours)
    ? `The last one is ${hours.toFixed(1)} hours old.`
    : 'There are none yet.'
  const advice = `While it runs, the service makes them in ${backups.directory} (BACKUP_DIR); its log says why it could not.`
  return [warning('backups', message, advice)]
}

/** As the service opens it, without waiting. Its durability is one of the findings. */
function open({ database }: Config): Promise<Database> {
  const onConnectionError = () => {}
  return openDatabase({ ...database, onConnectionError, durability: 'trusted' })
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
    return problem('migrations', messageOf(error), 'Correct the rights above, or run "registry migrate".')
  }
}

/** Other programs, and the tables of older services, may have saved zones that do not exist. */
async function checkStoredZones(database: Database): Promise<Finding[]> {
  const { find, suggest } = createZoneNames()
  // Without rights or tables, the findings above say so.
  const unknown = await findUnknownZones(database, find).catch(() => undefined)
  if (unknown === undefined) return []
  const { count, first } = unknown
  if (count === 0) return [ok('stored zones', 'all known')]
  const listed = first.map(({ userId, timezone }) => {
    const [meant] = suggest(timezone)
    return `${JSON.stringify(userId)} has ${JSON.stringify(timezone)}${meant ? ` (${meant}?)` : ''}`
  })
  return [
    warning(
      'stored zones',
      `${count} ${count === 1 ? 'record has a zone that does' : 'records have zones that do'} not exist: ${listed.join(', ')}${count > listed.length ? ', …' : ''}.`,
      'Save the zones that were meant, or erase these records; until then they have no time.',
    ),
  ]
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
