import type { Redis } from 'ioredis'
import { createRedis } from './redis-connection.ts'

/** What an operator may need to know about a Redis server and the user that the service uses there. */
export type RedisFacts = {
  /** Undefined if the user may not read it. */
  version: string | undefined
  /** 0 means that the server sets no limit. */
  maxMemoryBytes: number
  /** `noeviction` refuses writes once the memory is full. */
  evictionPolicy: string
  /** `slave` for a replica, which refuses writes. */
  role: string
  /** The commands that the service needs and that failed, with the server's reason. */
  refused: { command: string; reason: string }[]
}

const TIMEOUT_MILLISECONDS = 3000
const TRIAL_KEY_MILLISECONDS = 10_000

/** Tries every command that the service uses, on its own keys. Rejects if Redis does not answer. */
export async function readRedisFacts({
  url,
  keyPrefix,
}: {
  url: string
  keyPrefix: string
}): Promise<RedisFacts> {
  let lastError: Error | undefined
  const connection = createRedis(url, {
    lazyConnect: true,
    connectTimeout: TIMEOUT_MILLISECONDS,
    commandTimeout: TIMEOUT_MILLISECONDS,
    enableOfflineQueue: false,
    // The user may not be allowed to use INFO, which this check would need.
    enableReadyCheck: false,
    retryStrategy: () => null,
  })
  connection.on('error', (error) => {
    lastError = error
  })
  try {
    await connection.connect().catch((error: unknown) => {
      throw lastError ?? error
    })
    await connection.ping()
    const info = await connection.info().catch(() => '')
    const refused = await tryCommands(connection, keyPrefix)
    return { ...parseInfo(info), refused }
  } finally {
    connection.disconnect()
  }
}

async function tryCommands(connection: Redis, keyPrefix: string): Promise<RedisFacts['refused']> {
  const key = `${keyPrefix}:doctor:${crypto.randomUUID()}`
  const channel = `${keyPrefix}:drop`
  const script =
    "redis.call('INCRBY', KEYS[1], 1) redis.call('PEXPIRE', KEYS[1], 1000) return redis.call('PTTL', KEYS[1])"
  const trials: [command: string, run: () => Promise<unknown>][] = [
    ['SET', () => connection.set(key, '1', 'PX', TRIAL_KEY_MILLISECONDS, 'NX')],
    ['GET', () => connection.get(key)],
    ['EVAL with INCRBY, PEXPIRE and PTTL', () => connection.eval(script, 1, key)],
    ['DEL', () => connection.del(key)],
    // A message without keys, which instances ignore.
    ['PUBLISH', () => connection.publish(channel, JSON.stringify({ sender: 'doctor', keys: [] }))],
    ['SUBSCRIBE', () => connection.subscribe(channel)],
  ]
  const refused: RedisFacts['refused'] = []
  for (const [command, run] of trials)
    await run().catch((error: Error) => refused.push({ command, reason: error.message }))
  return refused
}

function parseInfo(info: string): Omit<RedisFacts, 'refused'> {
  const fields = Object.fromEntries(info.split('\r\n').map((line) => line.split(':') as [string, string]))
  return {
    version: fields.redis_version,
    maxMemoryBytes: Number(fields.maxmemory ?? 0),
    evictionPolicy: fields.maxmemory_policy ?? 'unknown',
    role: fields.role ?? 'unknown',
  }
}
