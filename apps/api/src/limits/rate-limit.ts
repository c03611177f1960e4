import type { RouteMetadata } from '@timezone-registry/contract'
import type { Request } from 'express'
import { describeCaller, type Identity } from '../access/identity.ts'
import { RateLimited } from '../errors.ts'
import type { RoutedRequest } from '../http/endpoints.ts'
import { isShared } from '../http/response.ts'
import type { NetworkOf } from './network.ts'
import { type Allowance, createWindows, type ShareCount, take } from './window-counter.ts'

type Kind = Exclude<RouteMetadata['limit'], 'none'>

/**
 * A step after the caller is known, which limits what each uses in a minute: a key, a person, or otherwise a network. The
 * contract states which limit a route counts against and what it costs.
 */
export function createRateLimit({
  writesPerMinute,
  readsPerMinute,
  share = () => {},
  networkOf,
}: {
  /** 0 turns a limit off. */
  writesPerMinute: number
  readsPerMinute: number
  share?: ShareCount | undefined
  networkOf: NetworkOf
}): (req: RoutedRequest) => void {
  const limits = { writes: writesPerMinute, reads: readsPerMinute }
  const windowsOf = { writes: createWindows(), reads: createWindows() }

  return (req) => {
    const { limit: kind } = req.tsRestRoute.metadata
    if (kind === 'none') return
    const limit = ownLimit(req.call.identity, kind) ?? limits[kind]
    if (limit === 0) return
    const caller = callerOf(req)
    const window = windowsOf[kind](caller)
    const allowance = take(window, { cost: Math.min(costOf(req), limit), limit })
    addHeaders(req, limit, allowance)
    if (!allowance.isAllowed) throw overLimit(kind, limit, allowance)
    share(`${kind}:${caller}`, window)
  }

  function callerOf(req: Request): string {
    if (req.call.identity.kind === 'anyone') return networkOf(req)
    const { kind, id } = describeCaller(req.call.identity)
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
