import { once } from 'node:events'
import { isIP } from 'node:net'
import { connect } from 'node:tls'
import type { Config } from '@timezone-registry/config'
import { messageOf } from '@timezone-registry/db/database-error'
import { discoverIssuer } from '../access/login/openid-connect.ts'
import { ProviderMisconfigured } from '../access/login/provider.ts'
import { createRedisConnection } from '../redis/redis-pool.ts'
import { type Finding, ok, problem, warning } from './check-database.ts'

const TIMEOUT_MS = 3000
const WARN_DAYS = 14
const DAY_MS = 86_400_000
// Addresses for documentation (RFC 5737), which no caller has.
const FORGED = ['192.0.2.1', '198.51.100.1', '203.0.113.1']

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

/** Checks the certificate of `PUBLIC_URL`, and whether clients there can choose their address. */
export async function checkPublicAddress(config: Config): Promise<Finding[]> {
  const { publicUrl } = config.http
  const certificate = publicUrl?.startsWith('https:') ? [await checkCertificate(new URL(publicUrl))] : []
  return [...certificate, ...(await checkProxies(config))]
}

async function checkCertificate({ hostname, port }: URL): Promise<Finding> {
  const server = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 443) }
  const address = `${server.host}:${server.port}`
  try {
    const { expiry, distrust } = await readCertificate(server)
    return describeCertificate({ address, expiry, distrust })
  } catch (error) {
    const message = `The certificate of ${address} cannot be read: ${messageOf(error)}.`
    return warning('certificate', message, 'Check that the address is right.')
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

/**
 * Whether clients can choose the address by which limits count them: then each of three addresses that this machine makes
 * up has its whole limit left. Says nothing if the service does not answer, or has no limits.
 */
async function checkProxies({ http: { publicUrl, trustProxyHops } }: Config): Promise<Finding[]> {
  if (publicUrl === undefined || trustProxyHops === 0) return []
  const name = 'trusted proxies'
  const areWhole = await Promise.all(
    FORGED.map((address) => hasWholeLimit(publicUrl, Array(trustProxyHops).fill(address).join(', '))),
  )
  if (areWhole.includes(undefined)) return []
  if (areWhole.includes(false)) return [ok(name, 'clients cannot choose their address')]
  return [
    problem(
      name,
      `Clients can choose the address by which limits count them: fewer proxies are in front than TRUST_PROXY=${trustProxyHops}.`,
      'Set TRUST_PROXY to the number of proxies, and let the one at the edge replace X-Forwarded-For.',
    ),
  ]
}

async function hasWholeLimit(publicUrl: string, forwardedFor: string): Promise<boolean | undefined> {
  const headers = { 'x-forwarded-for': forwardedFor }
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const response = await fetch(`${publicUrl}/auth`, { headers, signal }).catch(() => undefined)
  const [limit, remaining] = ['limit', 'remaining'].map((of) => response?.headers.get(`ratelimit-${of}`))
  return limit && remaining ? Number(remaining) === Number(limit) - 1 : undefined
}
