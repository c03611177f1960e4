import { type ContractNoBodyType, initContract } from '@ts-rest/core'
import * as z from 'zod'
import { problemSchema } from './problem.ts'

export const c = initContract()

/** Who may call a route, which limit it counts against and how it is cached. The service does not start without it. */
export type RouteMetadata = {
  /**
   * `reader`: anyone, unless the operator requires authentication for reads. `writer`: a session or an API key, or
   * anyone in open mode. `program`: an API key that may write, or anyone in open mode. `person`: a session. `admin`: the
   * session of an admin, from the service's own pages.
   */
  auth: 'anyone' | 'reader' | 'writer' | 'program' | 'person' | 'admin'
  /** Pages of the allowed origins may send the session cookie. Implied for writers and persons. */
  credentials?: 'include'
  /** The response depends on the caller's session, if any. Stated only for `anyone`: every other kind determines it. */
  usesSession?: true
  /** The write itself checks that the session has not ended. */
  checksSession?: true
  /** The limit that a request counts against. Probes are not counted. */
  limit: 'reads' | 'writes' | 'none'
  /** How much of that limit a request uses; 1 unless stated. */
  cost?: number
  /** For a body with `records`: how many records cost 1. */
  recordsPerCost?: number
  /** The largest accepted body; 16 KB unless stated. */
  maxBodyBytes?: number
  /** The `Cache-Control` of the response. */
  cacheControl:
    | 'no-store'
    | 'no-cache'
    | 'no-store, no-transform'
    | 'public, max-age=60'
    | 'public, max-age=86400'
  /** The response has an `ETag` although it is not revalidated: writers send it back in `If-Match`. */
  isTagged?: true
  /** The response never ends: it is exempt from the overload guard and closed when the caller loses access. */
  isStream?: true
  /** The response is large enough to be worth compressing. */
  isLarge?: true
  /** How long the response may take to begin, if longer than for other routes: a login waits for a provider. */
  maxSeconds?: number
}

/** The errors that any route may return. 408 and 431 come from the HTTP server, before a route is known. */
export const commonResponses = {
  400: problemSchema,
  401: problemSchema,
  403: problemSchema,
  408: problemSchema,
  429: problemSchema,
  431: problemSchema,
  500: problemSchema,
  503: problemSchema,
}

/** The response to an `If-None-Match` with the current ETag. */
export const notModified: { 304: ContractNoBodyType } = { 304: c.noBody() }

/** Whether a route's responses have an `ETag`. */
export function isTagged({ responses, metadata }: { responses: object; metadata: RouteMetadata }): boolean {
  return metadata.isTagged === true || 304 in responses
}

/** The request headers that make a write conditional (RFC 9110, 13.1). */
export const writeConditions = {
  'if-match': z
    .string()
    .optional()
    .describe('Write only if the record has this ETag, from `/get` or `/set`; `*`: if there is one.'),
  'if-none-match': z
    .string()
    .optional()
    .meta({ description: '`*`: write only if there is no record.', example: '*' }),
}

/** The errors of a route that reads a body. */
export const bodyProblems = { 413: problemSchema, 415: problemSchema }

/** The body of a write that needs none. */
export const noFields = z.strictObject({}).describe('May be left out.')

/** The requested number of entries, as the text of a query parameter. */
export function limitSchema({ max, initial }: { max: number; initial: number }) {
  const message = `must be a whole number from 1 to ${max}`
  return z
    .string()
    .regex(/^\d{1,6}$/, message)
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= max, message)
    .meta({ type: 'integer', minimum: 1, maximum: max, default: initial })
}
