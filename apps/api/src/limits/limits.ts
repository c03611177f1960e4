import type { Config } from '@timezone-registry/config'
import type { Logger } from '../logger.ts'
import type { RedisPool } from '../redis/redis-pool.ts'
import { createFailedAttempts } from './failed-attempts.ts'
import { createNetworks } from './network.ts'
import { createRateLimit } from './rate-limit.ts'
import { createShareCount } from './window-counter.ts'

/** The limits on callers, with the state that all routes share. */
export function createLimits({
  redis,
  config,
  logger,
}: {
  redis: RedisPool | undefined
  logger: Logger
  config: Pick<Config, 'http' | 'log' | 'rateLimit'>
}) {
  const { trustProxyHops: trustedHops } = config.http
  const { networkOf, coarseNetworkOf } = createNetworks({
    trustedHops,
    onWrongHops: () => logger.warn(trustedHops === 0 ? UNTRUSTED_PROXY : MISSING_PROXY),
  })
  const share = redis && createShareCount(redis)
  const failures = { perMinute: config.rateLimit.failuresPerMinute, networkOf }
  return {
    networkOf,
    /** The network as the log shows it; always undefined if the log shows none. */
    loggedNetworkOf: config.log.networks ? coarseNetworkOf : () => undefined,
    failedAttempts: createFailedAttempts(failures),
    /** Counted apart: a login takes as long as its provider, and keys and sessions must not wait for that. */
    failedLogins: createFailedAttempts(failures),
    rateLimit: createRateLimit({ ...config.rateLimit, share, networkOf }),
  }
}

const UNTRUSTED_PROXY =
  'A request came through a proxy, but TRUST_PROXY is 0: rate limits count all callers behind it as one. Set TRUST_PROXY to the number of proxies in front'
const MISSING_PROXY =
  'A request came through fewer proxies than TRUST_PROXY says, so its X-Forwarded-For may be forged and is ignored. Set TRUST_PROXY to the number of proxies in front, through which all requests come'
