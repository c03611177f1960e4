import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import { connect } from 'node:tls'
import type { Config } from '@timezone-registry/config'
import { type Database, openDatabase } from '@timezone-registry/db'
import { DirectoryInUse } from '@timezone-registry/db/data-directory'
import { messageOf } from '@timezone-registry/db/database-error'
import { findMissingMigrations } from '@timezone-registry/db/migrate'
import { discoverIssuer } from '../access/login/openid-connect.ts'
import { ProviderMisconfigured } from '../access/login/provider.ts'
import { createRedisConnection } from '../redis/redis-pool.ts'
import { connectToService } from './running-service.ts'

/** The result of one check. A `problem` keeps the service from working as configured. */
export type Finding = {
  check: string
  status: 'ok' | 'warning' | 'problem'
  message: string
  /** What to do; absent if nothing has to be done. */
  advice?: string
}

const TIMEOUT_MS = 3000
const WARN_DAYS = 14
const DAY_MS = 86_400_000

/** Checks the database; changes nothing in it. */
export async function checkDatabase(config: Config): Promise<Finding[]> {
  const { url, dataDir } = config.database
  const check = 'database'
  if (url === undefined && !existsSync(dataDir))
    return [ok(check, `none yet; the first start creates the embedded one in ${dataDir}`)]
  try {
    await using database = await openDatabase({ ...config.database, onConnectionError: () => {} })
    const kind = database.isServer
      ? ok(check, `answers: ${database.description}`)
      : warning(
          check,
          `The ${database.description} can lose data in a power failure.`,
          'Set DATABASE_URL unless you are only trying the service out.',
        )
    return [kind, ...database.warnings.map(toWarning), await checkMigrations(database, config)]
  } catch (error) {
    if (error instanceof DirectoryInUse && (await isServed(dataDir)))
      return [ok(check, `the running service has ${dataDir} open`)]
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
  '^53300$': 'Raise max_connections, or lower DATABASE_POOL_SIZE.',
  'client password must be':
    'PostgreSQL requires a password. Add it to DATABASE_URL: postgres://role:password@host:port/database.',
  '.': 'Check DATABASE_URL, and the log of PostgreSQL.',
}

function adviceOn(error: unknown): string {
  const code = (error as { code?: string }).code ?? messageOf(error)
  return Object.entries(ADVICE).find(([pattern]) => new RegExp(pattern).test(code))?.[1] ?? ''
}

/** Checks Redis, if there is one, with more patience than the service: it tries what the service does, on a key of its own. */
export async function checkRedis({ redis: settings }: Config): Promise<Finding[]> {
  if (settings === undefined) return [ok('redis', 'not configured, which suits one instance')]
  const { url, keyPrefix } = settings
  let lastError: Error | undefined
  const onError = (error: Error) => {
    lastError = error
  }
  const redis = createRedisConnection(url, onError, {
    connectTimeout: TIMEOUT_MS,
    commandTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // It uses INFO, which the user may not be allowed to run.
    enableReadyCheck: false,
  })
  const script =
    "redis.call('INCRBY', KEYS[1], 1) redis.call('PEXPIRE', KEYS[1], 1000) return redis.call('PTTL', KEYS[1])"
  try {
    await redis.connect()
    await redis.ping()
    lastError = undefined
    await redis.eval(script, 1, `${keyPrefix}:doctor:${crypto.randomUUID()}`)
    return [ok('redis', 'answers, and runs every command of the service')]
  } catch (error) {
    return [describeRedisFailure(messageOf(lastError ?? error), keyPrefix)]
  } finally {
    redis.disconnect()
  }
}

function describeRedisFailure(reason: string, keyPrefix: string): Finding {
  if (/^(?:NOAUTH|WRONGPASS)\b/.test(reason))
    return problem(
      'redis',
      `Redis refuses the user or the password: ${reason}`,
      'Correct them in REDIS_URL: redis://user:password@host:port, or without the user for the password of requirepass.',
    )
  if (/^[A-Z]+ /.test(reason))
    return problem(
      'redis',
      `Redis refuses the commands of the service: ${reason}`,
      reason.startsWith('READONLY')
        ? 'Set REDIS_URL to its primary.'
        : `Run ACL SETUSER <user> ~${keyPrefix}:* +ping +eval +incrby +pexpire +pttl`,
    )
  return problem(
    'redis',
    `Redis does not answer: ${reason}`,
    'Check that it is running and that REDIS_URL is correct. Until then, each instance counts rate limits by itself.',
  )
}

/** Checks that the OpenID Connect issuer answers, names itself as configured, and signs tokens so that they can be verified. */
export async function checkLogin({ login: { oidc } }: Config): Promise<Finding[]> {
  const check = 'login issuer'
  if (oidc === undefined) return []
  try {
    return [ok(check, `${await discoverIssuer(oidc)} answers`)]
  } catch (error) {
    const { cause = error } = error as Error
    const message = messageOf(cause)
    if (cause instanceof ProviderMisconfigured) return [problem(check, `${message}.`, cause.remedy)]
    const nobody = 'must serve /.well-known/openid-configuration. Until then, nobody can sign in there.'
    return [
      problem(check, `The issuer does not answer: ${message}`, `Check OIDC_ISSUER: ${oidc.issuer} ${nobody}`),
    ]
  }
}

/** Checks the certificate of `PUBLIC_URL`. */
export async function checkPublicAddress({ http: { publicUrl } }: Config): Promise<Finding[]> {
  if (!publicUrl?.startsWith('https:')) return []
  const { hostname, port } = new URL(publicUrl)
  const server = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 443) }
  const address = `${server.host}:${server.port}`
  try {
    const { expiry, distrust } = await readCertificate(server)
    return [describeCertificate({ address, expiry, distrust })]
  } catch (error) {
    const message = `The certificate of ${address} cannot be read: ${messageOf(error)}.`
    return [warning('certificate', message, 'Check that the address is right.')]
  }
}

type Certificate = { expiry: Date; distrust: Error | string | null | undefined }

function describeCertificate({ address, expiry, distrust }: Certificate & { address: string }): Finding {
  const check = 'certificate'
  const days = Math.floor((expiry.getTime() - Date.now()) / DAY_MS)
  const date = expiry.toISOString().slice(0, 10)
  if (days < 0)
    return problem(
      check,
      `The certificate of ${address} expired on ${date}.`,
      'Renew it; clients refuse to connect.',
    )
  if (days < WARN_DAYS)
    return warning(
      check,
      `The certificate of ${address} expires on ${date}.`,
      'Renew it, and check the automatic renewal.',
    )
  if (!distrust) return ok(check, `the certificate of ${address} is valid until ${date}`)
  return warning(
    check,
    `This machine does not trust the certificate of ${address}: ${distrust}.`,
    'Check its names and that the server sends the intermediate certificates.',
  )
}

/** Reads a certificate whether or not this machine trusts it; `distrust` is why not. */
async function readCertificate(server: { host: string; port: number }): Promise<Certificate> {
  const servername = isIP(server.host) ? '' : server.host
  const socket = connect({ ...server, servername, rejectUnauthorized: false })
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(TIMEOUT_MS) })
    return { expiry: new Date(socket.getPeerCertificate().valid_to), distrust: socket.authorizationError }
  } finally {
    socket.destroy()
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
