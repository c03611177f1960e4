import type { Config } from '@timezone-registry/config'
import { messageOf } from '@timezone-registry/db/database-error'
import { createRedisConnection, type RedisConnection } from '../../redis/redis-connection.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

const TIMEOUT_MILLISECONDS = 3000
const PATIENT = {
  connectTimeout: TIMEOUT_MILLISECONDS,
  commandTimeout: TIMEOUT_MILLISECONDS,
  socketTimeout: TIMEOUT_MILLISECONDS,
  // It uses INFO, which the user may not be allowed to run.
  enableReadyCheck: false,
}

/** Checks Redis, if there is one, over a connection like the service's, with more patience. */
export async function checkRedis({ redis }: Config): Promise<Finding[]> {
  if (redis === undefined) return [ok('redis', 'not configured, which suits one instance')]
  const { url, keyPrefix } = redis
  let lastError: Error | undefined
  const onError = (error: Error) => {
    lastError = error
  }
  const connection = createRedisConnection(url, { onError, overrides: PATIENT })
  try {
    await connection.connect()
    await connection.ping()
    // Empty if the user may not read it.
    const info = parseInfo(await connection.info().catch(() => ''))
    return [
      checkVersion(info),
      checkRole(info),
      checkMemory(info),
      await checkCommands(connection, keyPrefix),
    ]
  } catch (error) {
    return [describeFailure(messageOf(lastError ?? error))]
  } finally {
    connection.disconnect()
  }
}

function parseInfo(info: string): Record<string, string> {
  return Object.fromEntries(info.split('\r\n').map((line) => line.split(':')))
}

function describeFailure(reason: string): Finding {
  if (/^(?:NOAUTH|WRONGPASS|NOPERM)\b/.test(reason))
    return problem(
      'redis',
      `Redis refuses the user or the password: ${reason}`,
      'Correct them in REDIS_URL: redis://user:password@host:port, or without the user for the password of requirepass.',
    )
  return problem(
    'redis',
    `Redis does not answer: ${reason}`,
    'Check that it is running and that REDIS_URL is correct. Until then, each instance counts rate limits by itself.',
  )
}

function checkVersion({ redis_version: version }: Record<string, string>): Finding {
  const name = 'redis version'
  if (version === undefined)
    return warning(name, 'The user may not run INFO.', 'Allow it, or check the version yourself.')
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > 6 || (major === 6 && minor >= 2)) return ok(name, version)
  return problem(name, `Redis ${version} is too old.`, 'Use Redis 6.2 or newer.')
}

function checkRole({ role = 'unknown' }: Record<string, string>): Finding {
  if (role !== 'slave') return ok('redis role', role)
  return problem(
    'redis role',
    'This Redis is a replica, which refuses writes.',
    'Set REDIS_URL to its primary.',
  )
}

function checkMemory({
  maxmemory = '0',
  maxmemory_policy: policy = 'unknown',
}: Record<string, string>): Finding {
  const name = 'redis memory'
  if (maxmemory === '0') return ok(name, `unlimited, policy ${policy}`)
  const megabytes = Math.round(Number(maxmemory) / 1024 ** 2)
  if (policy !== 'noeviction') return ok(name, `${megabytes} MB, policy ${policy}`)
  return warning(
    name,
    `With the policy noeviction, Redis refuses writes once its ${megabytes} MB are full. Each instance then counts rate limits on its own.`,
    'Run CONFIG SET maxmemory-policy volatile-ttl, and set it in redis.conf. The service can afford to lose everything that it keeps in Redis.',
  )
}

/** Tries what the service does, on a key of its own. */
async function checkCommands(redis: RedisConnection, keyPrefix: string): Promise<Finding> {
  const script =
    "redis.call('INCRBY', KEYS[1], 1) redis.call('PEXPIRE', KEYS[1], 1000) return redis.call('PTTL', KEYS[1])"
  try {
    await redis.eval(script, 1, `${keyPrefix}:doctor:${crypto.randomUUID()}`)
    return ok('redis commands', 'all that the service needs')
  } catch (error) {
    return problem(
      'redis commands',
      `Refused: ${messageOf(error)}.`,
      `Run ACL SETUSER <user> ~${keyPrefix}:* +ping +info +eval +incrby +pexpire +pttl`,
    )
  }
}
