import type { RouteMetadata } from '@timezone-registry/contract'
import type { Request } from 'express'
import { describeCaller, type Identity } from '../access/identity.ts'
import { RateLimited } from '../errors.ts'
import type { MaybePromise, RoutedRequest } from '../http/endpoints.ts'
import { type Counter, createReadCounter, createWriteCounter } from './counters.ts'
import type { NetworkOf } from './network.ts'
import type { SharedCount } from './shared-count.ts'
import type { Allowance } from './window-counter.ts'

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
