import { EncryptJWT, jwtDecrypt } from 'jose'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { RedisPool } from '../../redis/redis-pool.ts'
import { hashOf } from '../secrets.ts'

/** The state of a login in progress, against which its callback is checked. */
type LoginState = z.infer<typeof loginStateSchema>

/**
 * The state of a login, kept by the browser that started it, so that a flood of other logins cannot evict it and any
 * instance can finish it. It is encrypted and authenticated; the browser can neither read nor change it.
 */
export type LoginCookie = {
  seal(login: LoginState): Promise<string>
  /**
   * The login with this state, for the one caller that finishes it. Undefined for a cookie of another login or provider,
   * and for one that is forged, from another deployment, or older than ten minutes.
   */
  take(cookie: string, login: Pick<LoginState, 'provider' | 'state'>): Promise<LoginState | undefined>
}

/** How long a login may take. */
export const LOGIN_SECONDS = 600

const KEY_MANAGEMENT = 'dir'
const ENCRYPTION = 'A256GCM'
const MAX_FINISHED_LOGINS = 10_000

const loginStateSchema = z.object({
  provider: z.string(),
  /** Sent to the provider and back. */
  state: z.string(),
  codeVerifier: z.string(),
  nonce: z.string(),
  redirect: z.string().optional(),
})

/** `key` has 256 bits and is shared by all instances of this deployment. */
export function createLoginCookie({
  key,
  redis,
}: {
  key: Uint8Array
  redis: RedisPool | undefined
}): LoginCookie {
  const markFinished = createMarkFinished(redis)
  return {
    seal: (login) =>
      new EncryptJWT(login)
        .setProtectedHeader({ alg: KEY_MANAGEMENT, enc: ENCRYPTION })
        .setExpirationTime(`${LOGIN_SECONDS} s`)
        .encrypt(key),
    take: async (cookie, { provider, state }) => {
      const login = await open(cookie, key)
      const isOurs = login?.provider === provider && login.state === state
      return isOurs && (await markFinished(state)) ? login : undefined
    },
  }
}

async function open(cookie: string, key: Uint8Array): Promise<LoginState | undefined> {
  try {
    const { payload } = await jwtDecrypt(cookie, key, {
      keyManagementAlgorithms: [KEY_MANAGEMENT],
      contentEncryptionAlgorithms: [ENCRYPTION],
      requiredClaims: ['exp'],
    })
    return loginStateSchema.parse(payload)
  } catch {
    return undefined
  }
}

/**
 * Resolves to false if the login with this state has finished already. All instances share this through Redis. Without
 * it, or while it is down, each process remembers its own logins; the provider accepts a code only once in any case.
 */
function createMarkFinished(redis: RedisPool | undefined): (state: string) => Promise<boolean> {
  const finished = new LRUCache<string, true>({ max: MAX_FINISHED_LOGINS, ttl: LOGIN_SECONDS * 1000 })
  return async (state) => {
    const stateHash = hashOf(state)
    if (finished.has(stateHash)) return false
    finished.set(stateHash, true)
    if (redis === undefined) return true
    const key = `${redis.keyPrefix}:finished-login:${stateHash}`
    const marked = redis.run((connection) => connection.set(key, '1', 'EX', LOGIN_SECONDS, 'NX'))
    return (await marked.catch(() => 'OK')) === 'OK'
  }
}
