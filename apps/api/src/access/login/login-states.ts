import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { Unavailable } from '../../errors.ts'
import type { RedisPool } from '../../redis/redis-pool.ts'
import { hashOf } from '../secrets.ts'

/** A login that has begun: what its end is checked against. */
export type LoginState = z.infer<typeof loginStateSchema>

/** Logins under way, by their `state`; each can be taken once, within ten minutes. */
export type LoginStates = {
  save(state: string, login: LoginState): Promise<void>
  take(state: string): Promise<LoginState | undefined>
}

/** How long somebody may take at the provider. */
export const LOGIN_SECONDS = 600

// What one process keeps of logins that nobody finishes.
const MAX_LOGINS = 10_000

const loginStateSchema = z.object({
  provider: z.string(),
  codeVerifier: z.string(),
  nonce: z.string(),
  redirect: z.string().optional(),
  /** SHA-256 of the cookie of the browser that began. */
  browserHash: z.string(),
})

/** For one instance. */
export function createLocalLoginStates(): LoginStates {
  const logins = new LRUCache<string, LoginState>({ max: MAX_LOGINS, ttl: LOGIN_SECONDS * 1000 })
  return {
    save: async (state, login) => void logins.set(state, login),
    take: async (state) => {
      const login = logins.get(state)
      logins.delete(state)
      return login
    },
  }
}

/** For several instances: one may begin a login and another one end it. Throws `unavailable` without Redis. */
export function createRedisLoginStates({ redis }: { redis: RedisPool }): LoginStates {
  return {
    save: async (state, login) => {
      const text = JSON.stringify(login)
      await needRedis(redis.run((connection) => connection.set(keyOf(state), text, 'EX', LOGIN_SECONDS)))
    },
    take: async (state) => {
      const text = await needRedis(redis.run((connection) => connection.getdel(keyOf(state))))
      return text === null ? undefined : loginStateSchema.parse(JSON.parse(text))
    },
  }
}

function keyOf(state: string): string {
  return `timezone-registry:login:${hashOf(state)}`
}

async function needRedis<T>(command: Promise<T>): Promise<T> {
  try {
    return await command
  } catch (cause) {
    throw new Unavailable(
      'Nobody can sign in just now; who is signed in already stays so. Try again in a moment.',
      { retryAfterSeconds: 2, cause },
    )
  }
}
