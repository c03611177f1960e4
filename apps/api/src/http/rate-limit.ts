import type { IncomingMessage } from 'node:http'
import type { RouteMetadata } from '@timezone-registry/contract'
import type { Request, Response } from 'express'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import {
  type RateLimiterAbstract,
  RateLimiterCluster,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import { ApiError } from '../errors.ts'
import { describeCaller } from '../identity.ts'
import type { RedisPool } from '../redis-pool.ts'

const WINDOW_SECONDS = 60
// What one household or server is given: with one address of it blocked, there are 2^64 others.
const IPV6_PREFIX_PARTS = 4
const READ_REPORTS_PER_WINDOW = 20
const PRIMARY_TIMEOUT_MILLISECONDS = 500
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
   * Counts a read of somebody who is not known, and resolves with the headers that tell of it; rejects over the limit.
   * A request that goes down the pipeline all the same is not counted again.
   */
  consumeRead(req: IncomingMessage): Promise<string[]>
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
  const counted = new WeakMap<IncomingMessage, string[]>()
  return {
    handle: (req, res, next) => {
      const kind = req.tsRestRoute.metadata.limit
      if (kind === 'none' || limits[kind].limit === 0) return next()
      const headers = counted.get(req)
      if (headers !== undefined) {
        writeHeaders(res, headers)
        return next()
      }
      const { limit, consume } = limits[kind]
      consume(callerOf(req)).then(
        (state) => {
          writeHeaders(res, toHeaders(limit, state))
          next()
        },
        (state: unknown) => {
          if (!(state instanceof RateLimiterRes)) return next(state)
          writeHeaders(res, toHeaders(limit, state))
          const retryAfterSeconds = Math.ceil(state.msBeforeNext / 1000)
          next(
            new ApiError(
              'rate_limited',
              `Too many ${kind}: at most ${limit} a minute. Try again in ${retryAfterSeconds} s.`,
              { retryAfterSeconds },
            ),
          )
        },
      )
    },
    consumeRead: async (req) => {
      const { limit, consume } = limits.reads
      if (limit === 0) return []
      const headers = toHeaders(limit, await consume(networkOf(addressOf(req))))
      counted.set(req, headers)
      return headers
    },
  }

  /** The key or the person; else the network. */
  function callerOf(req: Request): string {
    if (req.identity.kind === 'anyone') return networkOf(addressOf(req))
    const { kind, id } = describeCaller(req.identity)
    return `${kind} ${id}`
  }
}

type Counter = (caller: string) => Promise<RateLimiterRes>

/** Makes a limiter that counts for all instances; it rejects with an `Error` when it cannot. */
type Share = (keyPrefix: string, points: number) => RateLimiterAbstract

/** Writes are few: each is counted for all instances before it is carried out. */
function createWriteCounter(limit: number, share: Share | undefined): Counter {
  const local = createLocalLimiter('writes', limit)
  const shared = share?.('writes', limit)
  if (shared === undefined) return (caller) => local.consume(caller)
  return (caller) =>
    shared.consume(caller).catch((error: unknown) => {
      if (error instanceof RateLimiterRes) throw error
      return local.consume(caller)
    })
}

/**
 * Reads are many, and most are answered from this process's memory: they are counted here, and reported to all
 * instances a twentieth of the limit at a time. A caller who is over it on all together is then blocked on each.
 */
function createReadCounter(limit: number, share: Share | undefined): Counter {
  const local = createLocalLimiter('reads', limit)
  const shared = share?.('reads', limit)
  if (shared === undefined) return (caller) => local.consume(caller)
  const reportEvery = Math.max(1, Math.floor(limit / READ_REPORTS_PER_WINDOW))
  return async (caller) => {
    const state = await local.consume(caller)
    if (state.consumedPoints % reportEvery === 0) void report(caller, shared)
    return state
  }

  async function report(caller: string, shared: RateLimiterAbstract): Promise<void> {
    try {
      const { consumedPoints, msBeforeNext } = await shared.penalty(caller, reportEvery)
      if (consumedPoints > limit) await local.block(caller, msBeforeNext / 1000)
    } catch {
      // Nobody to share with: the count of this process stands.
    }
  }
}

function createLocalLimiter(keyPrefix: string, points: number): RateLimiterMemory {
  return new RateLimiterMemory({ keyPrefix, points, duration: WINDOW_SECONDS })
}

/** Counted by the process that started the workers. */
const viaPrimary: Share = (keyPrefix, points) =>
  new RateLimiterCluster({
    keyPrefix,
    points,
    duration: WINDOW_SECONDS,
    timeoutMs: PRIMARY_TIMEOUT_MILLISECONDS,
  })

function viaRedis(redis: RedisPool): Share {
  let script = ''
  // What the limiter needs of a client, on whichever of the pool's connections is next.
  const storeClient = {
    defineCommand: (_name: string, { lua }: { lua: string }) => {
      script = lua
    },
    rlflxIncr: ([key = '', ...values]: string[]) =>
      redis.run((connection) => connection.eval(script, 1, key, ...values)),
  }
  return (keyPrefix, points) =>
    new RateLimiterRedis({
      storeClient,
      keyPrefix: `timezone-registry:${keyPrefix}`,
      points,
      duration: WINDOW_SECONDS,
    })
}

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
function toHeaders(limit: number, { remainingPoints, msBeforeNext }: RateLimiterRes): string[] {
  return [
    'RateLimit-Limit',
    String(limit),
    'RateLimit-Remaining',
    String(remainingPoints),
    'RateLimit-Reset',
    String(Math.ceil(msBeforeNext / 1000)),
  ]
}
