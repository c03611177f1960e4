import { once } from 'node:events'
import { isIP } from 'node:net'
import { connect } from 'node:tls'
import { type Config, ConfigError, loadConfig } from '@timezone-registry/config'
import { namesInFiles } from '@timezone-registry/config/env-file'
import { configWarnings } from '@timezone-registry/config/warnings'
import { messageOf } from '@timezone-registry/db/database-error'
import type { Command } from 'commander'
import { discoverIssuer } from '../access/login/openid-connect.ts'
import { ProviderMisconfigured } from '../access/login/provider.ts'
import { createRedisConnection } from '../redis/redis-pool.ts'
import { checkDatabase, type Finding, ok, problem, warning } from './check-database.ts'
import { answer, type Terminal } from './terminal.ts'

const EXIT_CODE_PROBLEM = 1
const NAME_COLUMN = 23
const TIMEOUT_MS = 3000
const WARN_DAYS = 14
const DAY_MS = 86_400_000
// Addresses for documentation (RFC 5737), which no caller has.
const FORGED = ['192.0.2.1', '198.51.100.1', '203.0.113.1']
const SCRIPT =
  "redis.call('INCRBY', KEYS[1], 1) redis.call('PEXPIRE', KEYS[1], 1000) return redis.call('PTTL', KEYS[1])"

/** `registry doctor`. Its answer is the findings of five checks; the exit code is 1 if any of them is a problem. */
export function addDoctorCommand(program: Command, terminal: Terminal): void {
  program
    .command('doctor')
    .description(
      'Check the configuration, the database, Redis, the login issuer and the public address. Changes nothing.',
    )
    .action(() => diagnose(terminal))
}

async function diagnose(terminal: Terminal): Promise<void> {
  const findings = await Array.fromAsync(checkAll(terminal.env))
  answer(terminal, findings, () => print(findings, terminal.console))
  const count = (status: Finding['status']) => findings.filter((finding) => finding.status === status).length
  const total = (status: 'problem' | 'warning') =>
    `${count(status)} ${status}${count(status) === 1 ? '' : 's'}`
  terminal.console.error(`${total('problem')}, ${total('warning')}`)
  if (count('problem') > 0) terminal.exitCode = EXIT_CODE_PROBLEM
}

function print(findings: Finding[], console: Console): void {
  for (const { check, status, message, advice } of findings) {
    console.log(`${status.padEnd(8)} ${check.padEnd(NAME_COLUMN)} ${message}`)
    if (advice !== undefined) console.log(`${' '.repeat(9 + NAME_COLUMN)} → ${advice}`)
  }
}

/** If the configuration is invalid, nothing else can be checked. */
async function* checkAll(env: Terminal['env']): AsyncGenerator<Finding> {
  const check = 'configuration'
  let config: Config
  try {
    config = loadConfig(env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const advice = 'Correct this variable; .env.example describes each one.'
    return yield* error.problems.map((text) => problem(check, text, advice))
  }
  const warnings = configWarnings(config, env, { ownNames: namesInFiles(process.execArgv) })
  if (warnings.length === 0) yield ok(check, 'valid')
  for (const text of warnings) yield warning(check, text, 'Change it unless you intend this.')
  for (const run of [checkDatabase, checkRedis, checkLogin, checkPublicAddress]) yield* run(config)
}

/** Checks Redis, if there is one, with more patience than the service: it tries what the service does, on a key of its own. */
async function* checkRedis({ redis: settings }: Config): AsyncGenerator<Finding> {
  const check = 'redis'
  if (settings === undefined) return yield ok(check, 'not configured, which suits one instance')
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
  try {
    await redis.connect()
    await redis.ping()
    lastError = undefined
    await redis.eval(SCRIPT, 1, `${keyPrefix}:doctor:${crypto.randomUUID()}`)
    yield ok(check, 'answers, and runs every command of the service')
  } catch (error) {
    const reason = messageOf(lastError ?? error)
    const advice = reason.startsWith('NOPERM')
      ? `Run ACL SETUSER <user> ~${keyPrefix}:* +ping +eval +incrby +pexpire +pttl`
      : 'Check REDIS_URL, which names a primary: redis://user:password@host:port. Until then, each instance counts rate limits by itself.'
    yield problem(check, reason, advice)
  } finally {
    redis.disconnect()
  }
}

/** Checks that the OpenID Connect issuer answers, names itself as configured, and signs tokens so that they can be verified. */
async function* checkLogin({ login: { oidc } }: Config): AsyncGenerator<Finding> {
  const check = 'login issuer'
  if (oidc === undefined) return
  try {
    yield ok(check, `${await discoverIssuer(oidc)} answers`)
  } catch (error) {
    const { cause = error } = error as Error
    const advice = `Check OIDC_ISSUER: ${oidc.issuer} must serve /.well-known/openid-configuration.`
    const remedy = cause instanceof ProviderMisconfigured ? cause.remedy : advice
    yield problem(check, `${messageOf(cause)}.`, remedy)
  }
}

/** Checks the certificate of `PUBLIC_URL`, and whether clients there can choose their address. */
async function* checkPublicAddress({ http: { publicUrl, trustProxyHops } }: Config): AsyncGenerator<Finding> {
  if (publicUrl?.startsWith('https:')) yield checkCertificate(new URL(publicUrl))
  if (publicUrl !== undefined && trustProxyHops > 0) yield* checkProxies(publicUrl, trustProxyHops)
}

/** Reads the certificate whether or not this machine trusts it. */
async function checkCertificate({ hostname, port }: URL): Promise<Finding> {
  const check = 'certificate'
  const host = hostname.replace(/^\[|\]$/g, '')
  const server = { host, port: Number(port || 443), servername: isIP(host) ? '' : host }
  const name = `The certificate of ${host}:${server.port}`
  const socket = connect({ ...server, rejectUnauthorized: false })
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(TIMEOUT_MS) })
    const expiry = new Date(socket.getPeerCertificate().valid_to)
    const date = expiry.toISOString().slice(0, 10)
    const daysLeft = (expiry.getTime() - Date.now()) / DAY_MS
    if (daysLeft < WARN_DAYS) {
      const report = daysLeft < 0 ? problem : warning
      return report(check, `${name} expires on ${date}.`, 'Renew it, and check the automatic renewal.')
    }
    const { authorizationError } = socket
    if (!authorizationError) return ok(check, `${name} is valid until ${date}`)
    const advice = 'Check its names and that the server sends the intermediate certificates.'
    return warning(check, `${name} is not trusted by this machine: ${authorizationError}.`, advice)
  } catch (error) {
    return warning(check, `${name} cannot be read: ${messageOf(error)}.`, 'Check that the address is right.')
  } finally {
    socket.destroy()
  }
}

/** If clients can choose the address that limits count, each of three made-up ones has its whole limit left. */
async function* checkProxies(publicUrl: string, hops: number): AsyncGenerator<Finding> {
  const check = 'trusted proxies'
  const areWhole = await Promise.all(
    FORGED.map((address) => hasWholeLimit(publicUrl, Array(hops).fill(address).join(', '))),
  )
  if (areWhole.includes(undefined)) return
  if (areWhole.includes(false)) return yield ok(check, 'clients cannot choose their address')
  yield problem(
    check,
    `Clients can choose the address by which limits count them: fewer proxies are in front than TRUST_PROXY=${hops}.`,
    'Set TRUST_PROXY to the number of proxies, and let the one at the edge replace X-Forwarded-For.',
  )
}

async function hasWholeLimit(publicUrl: string, forwardedFor: string): Promise<boolean | undefined> {
  const headers = { 'x-forwarded-for': forwardedFor }
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const response = await fetch(`${publicUrl}/auth`, { headers, signal }).catch(() => undefined)
  const [limit, remaining] = ['limit', 'remaining'].map((of) => response?.headers.get(`ratelimit-${of}`))
  return limit && remaining ? Number(remaining) === Number(limit) - 1 : undefined
}
