import type { RouteMetadata } from '@timezone-registry/contract'
import type { Request } from 'express'
import { describeCaller, type Identity } from '../access/identity.ts'
import { RateLimited } from '../errors.ts'
import type { MaybePromise, RoutedRequest } from '../http/endpoints.ts'
import type { NetworkOf } from './network.ts'
import type { SharedCount } from './shared-count.ts'
import { type Allowance, createWindows, take, type Window } from './window-counter.ts'

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
  const limits = { writes: writesPerMinute, reads: readsPerMinute }
  const counters = { writes: createWriteCounter(shared), reads: createReadCounter(shared) }

  return (req) => {
    const { limit: kind } = req.tsRestRoute.metadata
    if (kind === 'none') return
    const limit = ownLimit(req.identity, kind) ?? limits[kind]
    if (limit === 0) return
    const allowance = counters[kind](callerOf(req), Math.min(costOf(req), limit), limit)
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
 * Counts a caller's request against their limit; returns a promise only if another process has to be asked. Never
 * rejects.
 */
type Counter = (caller: string, cost: number, limit: number) => Allowance | Promise<Allowance>

/** A caller's minute, of which this process may admit `limit` and all others together may still admit `sharedLeft`. */
type Lease = Window & { sharedLeft?: number; renewal?: Promise<void> | undefined }

// Instances lease from the shared count, and report to it, a twentieth of the limit at a time.
const PARTS_OF_LIMIT = 20

/**
 * Together, all instances never admit more writes than the limit. Each leases a twentieth of it at a time, so most
 * writes need no round trip. The unused part of a lease is not returned before the minute ends.
 */
export function createWriteCounter(shared: SharedCount | undefined): Counter {
  const windowOf = createWindows()
  if (shared === undefined) return (caller, cost, limit) => take(windowOf(caller, limit), cost)

  const isEnough = (lease: Lease, cost: number) => lease.used + cost <= lease.limit || lease.sharedLeft === 0

  function useLease(lease: Lease, cost: number): Allowance {
    const allowance = take(lease, cost)
    return { ...allowance, remaining: allowance.remaining + (lease.sharedLeft ?? 0) }
  }

  const renew = async (
    caller: string,
    lease: Lease,
    { limit, wanted }: { limit: number; wanted: number },
  ) => {
    try {
      const { used, resetMilliseconds } = await shared.add(`writes:${caller}`, wanted)
      // The last part may be smaller.
      lease.limit += Math.max(0, Math.min(wanted, limit - (used - wanted)))
      lease.sharedLeft = Math.max(0, limit - used)
      lease.endsAt = performance.now() + resetMilliseconds
    } catch {
      // The shared count is unavailable, so this process's own count applies, to as much as it asked for.
      lease.limit = Math.max(lease.limit, Math.min(limit, lease.limit + wanted))
      if (lease.limit >= limit) lease.sharedLeft = 0
    }
    lease.renewal = undefined
  }

  return (caller, cost, limit) => {
    const lease: Lease = windowOf(caller, 0)
    if (isEnough(lease, cost)) return useLease(lease, cost)
    const wait = async () => {
      // Writes of one caller that arrive together share one request, and may use up what it leases.
      while (!isEnough(lease, cost)) {
        lease.renewal ??= renew(caller, lease, { limit, wanted: Math.max(partOf(limit), cost) })
        await lease.renewal
      }
      return useLease(lease, cost)
    }
    return wait()
  }
}

/**
 * Most reads are served from this process's memory, so they are counted here and reported to the shared count a
 * twentieth of the limit at a time. A caller over the limit in total is then refused on every instance.
 */
export function createReadCounter(shared: SharedCount | undefined): Counter {
  const windowOf = createWindows()

  async function report(caller: string, { cost, limit }: { cost: number; limit: number }) {
    // While the shared count is unavailable, this process's own count applies.
    const total = await shared?.add(`reads:${caller}`, cost).catch(() => undefined)
    if (total === undefined || total.used <= limit) return
    // Another minute may have begun.
    Object.assign(windowOf(caller, limit), { limit: 0, endsAt: performance.now() + total.resetMilliseconds })
  }

  return (caller, cost, limit) => {
    const window = windowOf(caller, limit)
    const before = window.used
    const allowance = take(window, cost)
    const part = partOf(limit)
    const parts = Math.floor(window.used / part) - Math.floor(before / part)
    if (shared !== undefined && parts > 0) void report(caller, { cost: parts * part, limit })
    return allowance
  }
}

function partOf(limit: number): number {
  return Math.max(1, Math.floor(limit / PARTS_OF_LIMIT))
}
