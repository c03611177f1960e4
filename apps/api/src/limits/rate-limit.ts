import type { RouteMetadata } from '@timezone-registry/contract'
import type { Request } from 'express'
import { LRUCache } from 'lru-cache'
import { describeCaller, type Identity } from '../access/identity.ts'
import { RateLimited } from '../errors.ts'
import type { MaybePromise, RoutedRequest } from '../http/endpoints.ts'
import type { NetworkOf } from './network.ts'
import type { SharedCount } from './shared-count.ts'
import { type Allowance, createWindowCounter } from './window-counter.ts'

/** A step of the pipeline, after the caller is known: counts the request, and refuses it over the limit. */
export type RateLimit = (req: RoutedRequest) => MaybePromise<void>

type Kind = Exclude<RouteMetadata['limit'], 'none'>

/**
 * Limits what each caller uses in a minute; a caller is a key, a person, or otherwise a network. The contract states
 * which limit a route counts against and what it costs. Counts are shared between instances if `shared` is given.
 */
export function createRateLimit({
  writesPerMinute,
  readsPerMinute,
  shared,
  networkOf,
}: {
  /** 0 turns a limit off. */
  writesPerMinute: number
  readsPerMinute: number
  shared: SharedCount | undefined
  networkOf: NetworkOf
}): RateLimit {
  const limits: Record<Kind, { limit: number; count: Counter }> = {
    writes: { limit: writesPerMinute, count: createWriteCounter(writesPerMinute, shared) },
    reads: { limit: readsPerMinute, count: createReadCounter(readsPerMinute, shared) },
  }

  return (req) => {
    const { limit: kind } = req.tsRestRoute.metadata
    if (kind === 'none') return
    const limit = ownLimit(req.identity, kind) ?? limits[kind].limit
    if (limit === 0) return
    const allowance = limits[kind].count(callerOf(req), Math.min(costOf(req), limit), limit)
    if (allowance instanceof Promise) return allowance.then((allowance) => judge(req, kind, limit, allowance))
    judge(req, kind, limit, allowance)
  }

  function judge(req: Request, kind: Kind, limit: number, allowance: Allowance): void {
    addHeaders(req, limit, allowance)
    if (!allowance.isAllowed) throw overLimit(kind, limit, allowance)
  }

  function callerOf(req: Request): string {
    if (req.identity.kind === 'anyone') return networkOf(req)
    const { kind, id } = describeCaller(req.identity)
    return `${kind} ${id}`
  }
}

/** The limit of a key that has one; 0 turns it off, as in the settings. */
function ownLimit(identity: Identity, kind: Kind): number | null {
  if (identity.kind !== 'key') return null
  return kind === 'writes' ? identity.key.writesPerMinute : identity.key.readsPerMinute
}

/** The cost before the body is validated: at least 1, whatever the body contains. */
function costOf({ tsRestRoute: { metadata }, body }: RoutedRequest): number {
  const { cost = 1, recordsPerCost } = metadata
  if (recordsPerCost === undefined) return cost
  const records: unknown = body?.records
  return Array.isArray(records) ? Math.max(1, Math.ceil(records.length / recordsPerCost)) : 1
}

function addHeaders(req: Request, limit: number, { remaining, resetMilliseconds }: Allowance): void {
  req.responseHeaders.push(
    'RateLimit-Limit',
    String(limit),
    'RateLimit-Remaining',
    String(remaining),
    'RateLimit-Reset',
    String(Math.ceil(resetMilliseconds / 1000)),
  )
}

function overLimit(kind: Kind, limit: number, { resetMilliseconds }: Allowance): RateLimited {
  const retryAfterSeconds = Math.ceil(resetMilliseconds / 1000)
  return new RateLimited(
    `Too many ${kind}: at most ${limit} a minute. Try again in ${retryAfterSeconds} s.`,
    { retryAfterSeconds },
  )
}

/**
 * Counts a caller's request against the limit, or against their own one; returns a promise only if another process has to
 * be asked. Never rejects.
 */
type Counter = (caller: string, cost: number, ownLimit?: number) => Allowance | Promise<Allowance>

/** How many of all instances' writes this process may still admit, until `endsAt`. */
type Lease = { left: number; sharedLeft: number; endsAt: number }

// Instances lease from the shared count, and report to it, a twentieth of the limit at a time.
const PARTS_OF_LIMIT = 20
const MAX_LEASES = 50_000

/**
 * Together, all instances never admit more writes than the limit. Each leases a twentieth of it at a time, so most
 * writes need no round trip. The unused part of a lease is not returned before the minute ends.
 */
export function createWriteCounter(limit: number, shared: SharedCount | undefined): Counter {
  const local = createWindowCounter({ limit })
  if (shared === undefined) return local.take
  // Writes of one caller that arrive together share one request for a lease.
  const leases = new LRUCache<string, Lease, { cost: number; most: number }>({
    max: MAX_LEASES,
    ttl: 1,
    fetchMethod: async (caller, _stale, { options, context }) => {
      const { cost, most } = context
      const wanted = Math.max(partOf(most), cost)
      const { used, resetMilliseconds } = await shared.add(`writes:${caller}`, wanted)
      options.ttl = Math.max(1, resetMilliseconds)
      // The last part may be smaller.
      const granted = Math.max(0, Math.min(wanted, most - (used - wanted)))
      return {
        left: granted,
        sharedLeft: Math.max(0, most - used),
        endsAt: performance.now() + resetMilliseconds,
      }
    },
  })

  function useLease(lease: Lease, cost: number): Allowance {
    const isAllowed = lease.left >= cost
    if (isAllowed) lease.left -= cost
    return {
      isAllowed,
      remaining: lease.left + lease.sharedLeft,
      resetMilliseconds: lease.endsAt - performance.now(),
    }
  }

  async function useNewLease(caller: string, cost: number, most: number): Promise<Allowance> {
    try {
      // Others that waited for the same lease may have used it up while the shared count still has some left.
      while (true) {
        const lease = await leases.forceFetch(caller, { context: { cost, most }, forceRefresh: true })
        if (lease.left >= cost || lease.sharedLeft === 0) return useLease(lease, cost)
      }
    } catch {
      // The shared count is unavailable, so this process's own count applies.
      return local.take(caller, cost, most)
    }
  }

  return (caller, cost, most = limit) => {
    const lease = leases.get(caller)
    if (lease !== undefined && (lease.left >= cost || lease.sharedLeft === 0)) return useLease(lease, cost)
    return useNewLease(caller, cost, most)
  }
}

/**
 * Most reads are served from this process's memory, so they are counted here and reported to the shared count a
 * twentieth of the limit at a time. A caller over the limit in total is then refused on every instance.
 */
export function createReadCounter(limit: number, shared: SharedCount | undefined): Counter {
  const local = createWindowCounter({ limit })
  if (shared === undefined) return local.take

  return (caller, cost, most = limit) => {
    const allowance = local.take(caller, cost, most)
    const reportEvery = partOf(most)
    const used = most - allowance.remaining
    const parts = Math.floor(used / reportEvery) - Math.floor((used - cost) / reportEvery)
    if (allowance.isAllowed && parts > 0) void report(caller, parts * reportEvery, most)
    return allowance
  }

  async function report(caller: string, cost: number, most: number): Promise<void> {
    try {
      const { used, resetMilliseconds } = await (shared as SharedCount).add(`reads:${caller}`, cost)
      if (used > most) local.block(caller, resetMilliseconds)
    } catch {
      // The shared count is unavailable, so this process's own count applies.
    }
  }
}

function partOf(limit: number): number {
  return Math.max(1, Math.floor(limit / PARTS_OF_LIMIT))
}
