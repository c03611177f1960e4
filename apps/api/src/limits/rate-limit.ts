import type { RouteMetadata } from '@timezone-registry/contract'
import type { Request } from 'express'
import { LRUCache } from 'lru-cache'
import { type Caller, describeCaller, type Identity } from '../access/identity.ts'
import { RateLimited } from '../errors.ts'
import { isShared, type RoutedRequest } from '../http/request.ts'
import type { Semaphore } from '../semaphore.ts'

type Kind = Exclude<RouteMetadata['limit'], 'none'>

/**
 * A step after the caller is known, which limits what each uses in a minute: a key, a person, or otherwise a network. The
 * contract states which limit a route counts against and what it costs.
 */
export function createRateLimit(
  /** In a minute; 0 turns a limit off. */
  limits: Record<Kind, number>,
  share: ShareCount = () => {},
): (req: RoutedRequest) => void {
  const windowsOf = { writes: createWindows(), reads: createWindows() }

  return (req) => {
    const { limit: kind } = req.tsRestRoute.metadata
    if (kind === 'none') return
    const limit = ownLimit(req.call.identity, kind) ?? limits[kind]
    if (limit === 0) return
    const caller = callerOf(req.call)
    const window = windowsOf[kind](caller)
    const allowance = take(window, { cost: Math.min(costOf(req), limit), limit })
    addHeaders(req, limit, allowance)
    if (!allowance.isAllowed) throw overLimit(kind, limit, allowance)
    share(`${kind}:${caller}`, window)
  }
}

function callerOf({ identity, network }: Caller): string {
  if (identity.kind === 'anyone') return network.id
  const { kind, id } = describeCaller(identity)
  return `${kind} ${id}`
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

function addHeaders(
  { call: { headers }, tsRestRoute }: Request,
  limit: number,
  { isAllowed, remaining, resetMilliseconds }: Allowance,
): void {
  if (isAllowed && isShared(tsRestRoute?.metadata.cacheControl ?? '')) return
  headers['RateLimit-Limit'] = limit
  headers['RateLimit-Remaining'] = remaining
  headers['RateLimit-Reset'] = Math.ceil(resetMilliseconds / 1000)
}

function overLimit(kind: Kind, limit: number, { resetMilliseconds }: Allowance): RateLimited {
  const retryAfterSeconds = Math.ceil(resetMilliseconds / 1000)
  return new RateLimited(
    `Too many ${kind}: at most ${limit} a minute. Try again in ${retryAfterSeconds} s.`,
    { retryAfterSeconds },
  )
}

export const WINDOW_MILLISECONDS = 60_000

// About 20 MB. A flood of other callers evicts the least recently active ones, whose minute then starts again.
const MAX_CALLERS = 100_000

/** What a caller has used in the current minute: in this process, of which the others were `told` some, and in the others. */
export type Window = {
  used: number
  told: number
  usedElsewhere: number
  endsAt: number
  /** Those of checks in progress (`failed-attempts.ts`). */
  places?: Semaphore
}

/** A caller's remaining allowance in the current minute. */
type Allowance = {
  isAllowed: boolean
  /** What remains of the limit. If the request was refused, a cheaper one may still be allowed. */
  remaining: number
  resetMilliseconds: number
}

/** Finds a caller's minute, which begins with their first request. Bounded in memory. */
export function createWindows(maxCallers = MAX_CALLERS): (caller: string) => Window {
  // Created for the first caller: it takes 2.4 MB even when empty, and some limits are never used.
  let windows: LRUCache<string, Window> | undefined
  return (caller) => {
    windows ??= new LRUCache({ max: maxCallers })
    const now = performance.now()
    const known = windows.get(caller)
    if (known !== undefined && known.endsAt > now) return known
    const window: Window = { used: 0, told: 0, usedElsewhere: 0, endsAt: now + WINDOW_MILLISECONDS }
    windows.set(caller, window)
    return window
  }
}

/** Counts `cost`, unless that would exceed the limit. */
export function take(window: Window, { cost, limit }: { cost: number; limit: number }): Allowance {
  const left = limit - window.used - window.usedElsewhere
  const isAllowed = cost <= left
  if (isAllowed) window.used += cost
  return {
    isAllowed,
    remaining: Math.max(0, isAllowed ? left - cost : left),
    resetMilliseconds: window.endsAt - performance.now(),
  }
}

/** Notes that a caller's count has changed, for the other processes. */
export type ShareCount = (key: string, window: Window) => void
