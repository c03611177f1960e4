import { existsSync } from 'node:fs'
import type { Config } from '@timezone-registry/config'
import { type Database, openDatabase } from '@timezone-registry/db'
import { findMissingMigrations } from '@timezone-registry/db/migrate'
import { readServerFacts } from '@timezone-registry/db/server-facts'
import { findUnknownZones } from '@timezone-registry/db/unknown-zones'
import { createZoneNames } from '@timezone-registry/zones/zone-names'
import { checkServer } from './check-server.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

/** Checks the database of a configuration; changes nothing in it. */
export async function checkDatabase(config: Config): Promise<Finding[]> {
  const { database: options } = config
  if (options.url === undefined && !existsSync(options.dataDir))
    return [ok('database', `none yet; the first start creates the embedded one in ${options.dataDir}`)]
  try {
    await using database = await openDatabase({
      ...options,
      // Reported as one of the findings.
      durability: 'trusted',
      waitSeconds: 0,
      onConnectionError: () => {},
    })
    return await checkOpened(database, config)
  } catch (error) {
    return [problem('database', messageOf(error), adviceOn(error))]
  }
}

async function checkOpened(database: Database, config: Config): Promise<Finding[]> {
  const kind = database.isServer
    ? ok('database', `answers: ${database.description}`)
    : warning(
        'database',
        `The ${database.description} can lose data in a power failure.`,
        'Set DATABASE_URL unless you are only trying the service out.',
      )
  return [
    kind,
    ...(database.isServer ? checkServer(await readServerFacts(database), { database, config }) : []),
    await checkMigrations(database, config),
    ...(await checkStoredZones(database)),
  ]
}

/** Other programs, and the tables of older services, may have saved zones that do not exist. */
async function checkStoredZones(database: Database): Promise<Finding[]> {
  const { find, suggest } = createZoneNames()
  // Without rights or tables, the findings above say so.
  const unknown = await findUnknownZones(database, (zone) => find(zone) !== undefined).catch(() => undefined)
  if (unknown === undefined) return []
  if (unknown.count === 0) return [ok('stored zones', 'all known')]
  const listed = unknown.first.map(({ userId, timezone }) => {
    const [meant] = suggest(timezone)
    return `${JSON.stringify(userId)} has ${JSON.stringify(timezone)}${meant ? ` (${meant}?)` : ''}`
  })
  const more = unknown.count > listed.length ? ', …' : ''
  return [
    warning(
      'stored zones',
      `${unknown.count} ${unknown.count === 1 ? 'record has a zone' : 'records have zones'} that ${unknown.count === 1 ? 'does' : 'do'} not exist: ${listed.join(', ')}${more}.`,
      'Save the zones that were meant, or erase these records; until then they have no time.',
    ),
  ]
}

async function checkMigrations(database: Database, { database: { migrate } }: Config): Promise<Finding> {
  let missing: string[]
  try {
    missing = await findMissingMigrations(database)
  } catch (error) {
    return problem('migrations', messageOf(error), 'Correct the rights above, or run "npx registry migrate".')
  }
  if (missing.length === 0) return ok('migrations', 'up to date')
  const message = `Missing: ${missing.join(', ')}.`
  return migrate === 'auto'
    ? warning('migrations', message, 'The next start applies them; to do it now, run "npx registry migrate".')
    : problem(
        'migrations',
        message,
        'Run "npx registry migrate"; with MIGRATE=off, the service refuses to start.',
      )
}

function messageOf(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string }
  return message || code || String(error)
}

const ADVICE: [pattern: RegExp, advice: string][] = [
  [
    /^ECONNREFUSED$/,
    'Nothing is listening at this address. Start PostgreSQL, or correct the host and port in DATABASE_URL.',
  ],
  [
    /^(?:ENOTFOUND|EAI_AGAIN)$/,
    'This host name is unknown. Correct it in DATABASE_URL; "@", "/" and "%" in a password must be percent-encoded.',
  ],
  [
    /^28/,
    'PostgreSQL refuses the role or its password. Correct them in DATABASE_URL, or allow them in pg_hba.conf.',
  ],
  [/^3D000$/, 'Create this database with encoding UTF8, or correct its name in DATABASE_URL.'],
  [
    /^25006$/,
    'Name its primary in DATABASE_URL, or all servers, separated by commas: the service finds the primary.',
  ],
  [/^(?:53300)$/, 'Raise max_connections, or lower DATABASE_POOL_SIZE or WORKERS.'],
]

function adviceOn(error: unknown): string {
  // The driver's own error, which has no code.
  if (/client password must be/.test(messageOf(error)))
    return 'PostgreSQL requires a password. Add it to DATABASE_URL: postgres://role:password@host:port/database.'
  const code = String((error as { code?: unknown }).code ?? '')
  const known = ADVICE.find(([pattern]) => pattern.test(code))
  return (
    known?.[1] ??
    'Check DATABASE_URL (or DATA_DIR, which only one process can use), and the log of PostgreSQL.'
  )
}
