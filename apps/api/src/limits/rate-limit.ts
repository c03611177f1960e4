import type { IncomingMessage } from 'node:http'
import type { RouteMetadata } from '@timezone-registry/contract'
import type { Request, Response } from 'express'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import { RateLimiterRes } from 'rate-limiter-flexible'
import { describeCaller, type Identity } from '../access/identity.ts'
import { RateLimited } from '../errors.ts'
import { oncePerRequest } from '../http/once-per-request.ts'
import type { RedisPool } from '../redis/redis-pool.ts'
import { createReadCounter, createWriteCounter, viaPrimary, viaRedis } from './rate-counters.ts'

// What one household or server is given: with one address of it blocked, there are 2^64 others.
const IPV6_PREFIX_PARTS = 4
const MAX_KNOWN_ADDRESSES = 10_000

/**
 * Limits each caller's requests in a minute, by what the route says it counts against; over it, 429 with `Retry-After`.
 * Counts are shared through Redis, else by the workers of one process, and kept in this process where that fails.
 */
export type RateLimit = {
  /** A step of the pipeline, after the caller is known. */
  handle(
    req: Request & { tsRestRoute: { metadata: RouteMetadata } },
    res: Response,
    next: (error?: unknown) => void,
  ): void
  /**
   * Counts a request, and resolves with the headers that tell of it; rejects over the limit. A request that goes down
   * the pipeline all the same is not counted again.
   */
  consume(req: Counted, kind: RouteMetadata['limit']): Promise<string[]>
}

export function createRateLimit({
  writesPerMinute,
  readsPerMinute,
  redis,
  isOneOfSeveral,
  addressOf,
}: {
  /** 0 turns a limit off. */
  writesPerMinute: number
  readsPerMinute: number
  redis: RedisPool | undefined
  /** True in one of the workers of one process. */
  isOneOfSeveral: boolean
  /** The caller's address, behind the trusted proxies. */
  addressOf: (req: IncomingMessage) => string | undefined
}): RateLimit {
  const share = redis !== undefined ? viaRedis(redis) : isOneOfSeveral ? viaPrimary : undefined
  const limits = {
    writes: { limit: writesPerMinute, consume: createWriteCounter(writesPerMinute, share) },
    reads: { limit: readsPerMinute, consume: createReadCounter(readsPerMinute, share) },
  }
  const networkOf = createNetworkOf()
  const consume = oncePerRequest(count)
  return {
    handle: (req, res, next) => {
      const kind = req.tsRestRoute.metadata.limit
      if (kind === 'none' || limits[kind].limit === 0) return next()
      consume(req, kind).then(
        (headers) => {
          writeHeaders(res, headers)
          next()
        },
        (state: unknown) => {
          if (!(state instanceof RateLimiterRes)) return next(state)
          const { limit } = limits[kind]
          writeHeaders(res, toHeaders(limit, state))
          const retryAfterSeconds = Math.ceil(state.msBeforeNext / 1000)
          next(
            new RateLimited(
              `Too many ${kind}: at most ${limit} a minute. Try again in ${retryAfterSeconds} s.`,
              { retryAfterSeconds },
            ),
          )
        },
      )
    },
    consume,
  }

  async function count(req: Counted, kind: RouteMetadata['limit']): Promise<string[]> {
    if (kind === 'none' || limits[kind].limit === 0) return []
    const { limit, consume } = limits[kind]
    return toHeaders(limit, await consume(callerOf(req)))
  }

  /** The key or the person; else the network. */
  function callerOf(req: Counted): string {
    const { identity } = req
    if (identity === undefined || identity.kind === 'anyone') return networkOf(addressOf(req))
    const { kind, id } = describeCaller(identity)
    return `${kind} ${id}`
  }
}

/** A request; without an identity, of somebody who is not known. */
type Counted = IncomingMessage & { identity?: Identity }

/** An address as a caller; of an IPv6 address the network. Those seen lately are remembered: parsing one is slow. */
function createNetworkOf(): (address: string | undefined) => string {
  const known = new LRUCache<string, string>({ max: MAX_KNOWN_ADDRESSES })
  return (text = '') => {
    const before = known.get(text)
    if (before !== undefined) return before
    const network = parseNetwork(text)
    known.set(text, network)
    return network
  }
}

function parseNetwork(text: string): string {
  if (!ipaddr.isValid(text)) return 'unknown'
  const address = ipaddr.process(text)
  return address instanceof ipaddr.IPv6
    ? address.parts.slice(0, IPV6_PREFIX_PARTS).join(':')
    : address.toString()
}

function writeHeaders(res: Response, headers: readonly string[]): void {
  for (let index = 0; index < headers.length; index += 2)
    res.setHeader(headers[index] ?? '', headers[index + 1] ?? '')
}

/** Names and values in turn. */
function toHeaders(
  limit: number,
  { remainingPoints, msBeforeNext }: Pick<RateLimiterRes, 'remainingPoints' | 'msBeforeNext'>,
): string[] {
  return [
    'RateLimit-Limit',
    String(limit),
    'RateLimit-Remaining',
    String(remainingPoints),
    'RateLimit-Reset',
    String(Math.ceil(msBeforeNext / 1000)),
  ]
}
