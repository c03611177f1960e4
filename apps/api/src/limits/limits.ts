import type { Config } from '@timezone-registry/config'
import type { Logger } from '../logger.ts'
import type { RedisPool } from '../redis/redis-pool.ts'
import { createFailedAttempts } from './failed-attempts.ts'
import { createFindNetwork } from './network.ts'
import { createRateLimit } from './rate-limit.ts'
import { createShareCount } from './shared-count.ts'

/** The limits on callers, with the state that all routes share. */
export function createLimits({ http, log, rateLimit }: Config, logger: Logger, redis?: RedisPool) {
  const trustedHops = http.trustProxyHops
  return {
    findNetwork: createFindNetwork({
      trustedHops,
      isLogged: log.networks,
      onWrongHops: () => logger.warn(trustedHops === 0 ? UNTRUSTED_PROXY : MISSING_PROXY),
    }),
    attemptToAuthenticate: createFailedAttempts(rateLimit.failuresPerMinute),
    /** Counted apart: a login takes as long as its provider, and keys and sessions must not wait for that. */
    attemptToLogIn: createFailedAttempts(rateLimit.failuresPerMinute),
    rateLimit: createRateLimit(
      { writes: rateLimit.writesPerMinute, reads: rateLimit.readsPerMinute },
      redis && createShareCount(redis),
    ),
  }
}

const UNTRUSTED_PROXY =
  'A request came through a proxy, but TRUST_PROXY is 0: rate limits count all callers behind it as one. Set TRUST_PROXY to the number of proxies in front'
const MISSING_PROXY =
  'A request came through fewer proxies than TRUST_PROXY says, so its X-Forwarded-For may be forged and is ignored. Set TRUST_PROXY to the number of proxies in front, through which all requests come'
