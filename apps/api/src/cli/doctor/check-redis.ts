import type { Config } from '@timezone-registry/config'
import { type RedisFacts, readRedisFacts } from '../../redis/redis-facts.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

const MIN_VERSION = [6, 2] as const
// The first version with sharded pub/sub.
const MIN_CLUSTER_VERSION = [7, 0] as const

/** Checks the Redis of a configuration, if it has one. */
export async function checkRedis({ redis, workers }: Config): Promise<Finding[]> {
  if (redis === undefined)
    return [
      ok(
        'redis',
        `not configured, which suits one instance${workers > 1 ? `, with ${workers} workers` : ''}`,
      ),
    ]
  try {
    const facts = await readRedisFacts(redis)
    return [checkVersion(facts), checkRole(facts), checkMemory(facts), checkRights(facts, redis.keyPrefix)]
  } catch (error) {
    return [describeFailure(error instanceof Error ? error.message : String(error))]
  }
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
    'Check that it is running and that REDIS_URL is correct. The service works without Redis, but caches nothing.',
  )
}

function checkVersion({ version, isCluster }: RedisFacts): Finding {
  if (version === undefined)
    return warning('redis version', 'The user may not run INFO.', 'Allow it, or check the version yourself.')
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [minMajor, minMinor] = isCluster ? MIN_CLUSTER_VERSION : MIN_VERSION
  if (major > minMajor || (major === minMajor && minor >= minMinor)) return ok('redis version', version)
  return problem(
    'redis version',
    `Redis ${version} is too old.`,
    `Use Redis ${minMajor}.${minMinor} or newer.`,
  )
}

function checkRole({ role, isCluster }: RedisFacts): Finding {
  if (isCluster) return ok('redis role', 'a cluster')
  if (role !== 'slave') return ok('redis role', role)
  return problem(
    'redis role',
    'This Redis is a replica, which refuses writes.',
    'Set REDIS_URL to its primary.',
  )
}

function checkMemory({ maxMemoryBytes, evictionPolicy }: RedisFacts): Finding {
  const name = 'redis memory'
  if (maxMemoryBytes === 0) return ok(name, `unlimited, policy ${evictionPolicy}`)
  const megabytes = Math.round(maxMemoryBytes / 1024 ** 2)
  if (evictionPolicy !== 'noeviction') return ok(name, `${megabytes} MB, policy ${evictionPolicy}`)
  return warning(
    name,
    `With the policy noeviction, Redis refuses writes once its ${megabytes} MB are full. Each instance then counts rate limits on its own.`,
    'Run CONFIG SET maxmemory-policy volatile-ttl, and set it in redis.conf. The service can afford to lose everything that it keeps in Redis.',
  )
}

function checkRights({ refused, isCluster }: RedisFacts, keyPrefix: string): Finding {
  const [first] = refused
  if (first === undefined) return ok('redis commands', 'all that the service needs')
  return problem(
    'redis commands',
    `Refused: ${refused.map(({ command }) => command).join('; ')} (${first.reason}).`,
    `Run ACL SETUSER <user> ~${keyPrefix}:* &${keyPrefix}:* +ping +info +get +set +del +eval +incrby +pexpire +pttl ${isCluster ? '+spublish +ssubscribe +hello +readonly +cluster' : '+publish +subscribe'}`,
  )
}
