import { z } from 'zod'
import { directoryPath, duration, integer, oneOf, secondsOf } from './variable-types.ts'

// What libpq calls the servers that may be used. The driver ignores it, so others are refused.
const SESSION_ATTRIBUTES = ['any', 'read-write', 'primary']
// The driver encrypts in all other modes: with prefer and allow it cannot use a server without TLS.
const SSL_MODES = ['disable', 'require', 'verify-ca', 'verify-full', 'no-verify']
const SSL_VALUES = ['true', '1', '0', 'no-verify']
// libpq's options that choose another server, or protect more, and that the driver ignores.
const IGNORED_OPTIONS =
  'dbname,gsslib,hostaddr,krbsrvname,passfile,require_auth,requirepeer,requiressl,service,servicefile,ssl_max_protocol_version,ssl_min_protocol_version,sslcertmode,sslcrl,sslcrldir,sslpassword'.split(
    ',',
  )

export const databaseVariables = z.object({
  DATABASE_URL: postgresUrl()
    .optional()
    .describe(
      'postgres://user:password@host:5432/database. Without a URL, the embedded database in DATA_DIR is used.',
    ),
  DATA_DIR: directoryPath()
    .default('./data')
    .describe('The directory of the embedded database, on a local disk.'),
  BACKUP_DIR: directoryPath()
    .optional()
    .describe('Where the service saves backups of the embedded database; without it, it makes none.'),
  BACKUP_EVERY: duration().default('24h').describe('How often to make a backup: 30m, 24h, 7d, 4w.'),
  BACKUP_KEEP: integer({ min: 1, max: 10_000 }).default(7).describe('How many backups to keep.'),
  DATABASE_POOL_SIZE: integer({ min: 1, max: 1000 }).default(10).describe('Connections per process.'),
  DATABASE_WAIT_SECONDS: integer({ min: 0, max: 86_400 })
    .optional()
    .describe(
      'How long startup waits for a database that is down or locked before the process exits. Without it, startup waits until the database is up.',
    ),
  DATABASE_DURABILITY: oneOf(['checked', 'trusted'])
    .default('checked')
    .describe(
      'checked: refuse a server that may lose committed writes (fsync, full_page_writes or synchronous_commit off). trusted: accept it, for storage that is durable without these settings, as with some hosted databases.',
    ),
  MIGRATE: oneOf(['auto', 'off'])
    .default('auto')
    .describe(
      'auto: migrate the database at startup. off: refuse to start until `registry migrate` has been run.',
    ),
})

/** Where the records are stored. */
export function databaseSettings(values: z.infer<typeof databaseVariables>) {
  return {
    url: values.DATABASE_URL,
    dataDir: values.DATA_DIR,
    backups: backupSettings(values),
    poolSize: values.DATABASE_POOL_SIZE,
    waitSeconds: values.DATABASE_WAIT_SECONDS ?? Number.POSITIVE_INFINITY,
    durability: values.DATABASE_DURABILITY,
    migrate: values.MIGRATE,
  }
}

/** When the embedded database is backed up; undefined if it is not. */
function backupSettings({
  BACKUP_DIR: directory,
  BACKUP_EVERY,
  BACKUP_KEEP: keep,
}: z.infer<typeof databaseVariables>) {
  return directory === undefined ? undefined : { directory, everySeconds: secondsOf(BACKUP_EVERY), keep }
}

/** Problems that are not in one variable alone. */
export function databaseProblems(given: Readonly<Record<string, string | undefined>>): string[] {
  const { DATABASE_URL, BACKUP_DIR, PGSSLMODE } = given
  const problems: string[] = []
  if (BACKUP_DIR !== undefined && DATABASE_URL !== undefined)
    problems.push(
      'BACKUP_DIR is for the embedded database; remove it, and schedule "registry backup" or the tools of PostgreSQL',
    )
  // The driver reads it for a URL without a mode.
  const readsMode = DATABASE_URL !== undefined && !/[?&]sslmode=/.test(DATABASE_URL)
  if (PGSSLMODE && readsMode && !SSL_MODES.includes(PGSSLMODE))
    problems.push(`PGSSLMODE cannot be used here; remove it, or use one of ${SSL_MODES.join(', ')}`)
  return problems
}

const URL_PARTS = /^(?<scheme>postgres(?:ql)?:\/\/(?:[^/?#]*@)?)(?<hosts>[^/?#]*)(?<rest>.*)$/

/** In the driver's format, which includes `postgres://user@/database?host=/run/postgresql` for a socket. */
function postgresUrl() {
  return z.string().superRefine((value, context) => {
    const message = findProblem(value)
    if (message !== undefined) context.addIssue({ code: 'custom', message })
  })
}

function findProblem(value: string): string | undefined {
  const { scheme, hosts = '', rest } = URL_PARTS.exec(value)?.groups ?? {}
  // The driver fills in an empty host in the same way; the URL standard forbids one after a user.
  const url = URL.parse(`${scheme}${hosts || 'localhost'}${rest}`)
  if (hosts.includes(',') || url?.searchParams.get('host')?.includes(','))
    return 'names several hosts; name one, such as a proxy that follows the primary'
  if (url === null)
    // The end of the password was taken for a path, so the "@" after it is in the rest.
    return scheme !== undefined && rest?.includes('@')
      ? 'is not a valid URL; "@", "/", "?", "#" and "%" in a password must be percent-encoded, such as %2F for "/"'
      : 'must be a URL that begins with postgres:// or postgresql://'
  if (/["'`“”‘’,;]$/.test(value))
    return 'ends with a quotation mark, a comma or a semicolon, which would be part of it; remove that character'
  if (!SESSION_ATTRIBUTES.includes(url.searchParams.get('target_session_attrs') ?? 'any'))
    return `has a target_session_attrs that cannot be used here; remove it, or use one of ${SESSION_ATTRIBUTES.join(', ')}`
  return findOptionProblem(url.searchParams)
}

function findOptionProblem(options: URLSearchParams): string | undefined {
  const mode = options.get('sslmode')
  if (mode !== null && !SSL_MODES.includes(mode))
    return `has an sslmode that cannot be used here; use disable for a connection without TLS, or one of ${SSL_MODES.slice(1).join(', ')}`
  const ssl = options.get('ssl')
  if (ssl !== null && !SSL_VALUES.includes(ssl))
    return `has an ssl option that cannot be used here; use sslmode with one of ${SSL_MODES.join(', ')}`
  if (options.get('sslrootcert') === 'system')
    return 'has sslrootcert=system; remove it: without it, the public certificate authorities are trusted'
  if (options.get('channel_binding') === 'require' && !/^require$|^verify-/.test(mode ?? ''))
    return 'has channel_binding=require, which needs a verified server; add sslmode=verify-full'
  if (options.get('gssencmode') === 'require')
    return 'has gssencmode=require, which is not supported; remove it and use sslmode'
  const ignored = IGNORED_OPTIONS.filter((name) => options.has(name))
  if (ignored.length > 0)
    return `has options that are not supported: ${ignored.join(', ')}; remove them. The database is named after the host: postgres://user@host/database`
  return undefined
}
