import type { Config } from '@timezone-registry/config'
import { messageOf } from '@timezone-registry/db/database-error'
import { createRedisConnection, type RedisConnection } from '../../redis/redis-connection.ts'
import { type Finding, ok, problem } from './finding.ts'

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
    return [await checkCommands(connection, keyPrefix)]
  } catch (error) {
    return [describeFailure(messageOf(lastError ?? error))]
  } finally {
    connection.disconnect()
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
    'Check that it is running and that REDIS_URL is correct. Until then, each instance counts rate limits by itself.',
  )
}

/** Tries what the service does, on a key of its own. */
async function checkCommands(redis: RedisConnection, keyPrefix: string): Promise<Finding> {
  const script =
    "redis.call('INCRBY', KEYS[1], 1) redis.call('PEXPIRE', KEYS[1], 1000) return redis.call('PTTL', KEYS[1])"
  try {
    await redis.eval(script, 1, `${keyPrefix}:doctor:${crypto.randomUUID()}`)
    return ok('redis', 'answers, and runs every command of the service')
  } catch (error) {
    const reason = messageOf(error)
    return problem(
      'redis',
      `Redis refuses the commands of the service: ${reason}`,
      reason.startsWith('READONLY')
        ? 'Set REDIS_URL to its primary.'
        : `Run ACL SETUSER <user> ~${keyPrefix}:* +ping +eval +incrby +pexpire +pttl`,
    )
  }
}
