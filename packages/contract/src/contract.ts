import { type ContractNoBodyType, initContract } from '@ts-rest/core'
import * as z from 'zod'
import { changesLimitSchema, changesPageSchema, cursorSchema } from './changes.ts'
import { EXAMPLE_SIGNED_IN_USER, redirectSchema, signedInUserSchema, signInOptionsSchema } from './login.ts'
import { problemSchema } from './problem.ts'
import { statsSchema } from './stats.ts'
import {
  byUserId,
  EXAMPLE_RECORD,
  foundTimezoneSchema,
  listedTimezoneSchema,
  lookupIdsSchema,
  timezoneInputSchema,
  timezoneRecordSchema,
  userIdSchema,
  usernameSchema,
} from './timezone-record.ts'

/** The policy that a route carries; one middleware of the service enforces it, and a route without one does not start. */
export type RouteMetadata = {
  /**
   * A `reader` is anyone, unless the operator has closed the reads; a `writer` is a session or an API key, or anyone in
   * open mode; a `person` is a session.
   */
  auth: 'anyone' | 'reader' | 'writer' | 'person'
  /** Pages of the listed origins may send the session's cookie along: always so for writers and persons. */
  credentials?: 'include'
  /** Which of a caller's limits a request counts against; probes are not counted. */
  limit: 'reads' | 'writes' | 'none'
  /** How much of that limit a request uses; 1 unless stated. */
  cost?: number
  /** The `Cache-Control` of the answer. */
  cacheControl: 'no-store' | 'no-cache' | 'no-store, no-transform' | 'public, max-age=86400'
  /** The answer has no end of its own: it is exempt from the overload guard and closed when the caller loses access. */
  isStream?: true
  /** The answer is large enough to be compressed for callers that accept it. */
  isLarge?: true
}

const c = initContract()

/** What any route may answer: bad input, a wrong key, a page elsewhere, too many requests, our bug, a dependency down. */
const commonResponses = {
  400: problemSchema,
  401: problemSchema,
  403: problemSchema,
  429: problemSchema,
  500: problemSchema,
  503: problemSchema,
}

/** The answer to `If-None-Match` with the ETag of what is there now. */
const notModified: { 304: ContractNoBodyType } = { 304: c.noBody() }

const savedRecord = timezoneRecordSchema
  .extend({ message: z.literal('Timezone saved') })
  .meta({ examples: [{ message: 'Timezone saved', ...EXAMPLE_RECORD }] })

const providerSchema = z
  .string()
  .meta({ description: 'One of those that `/auth` lists.', example: 'discord' })

/** Every route once. The service mounts them under `/v1` and, for existing clients, without a prefix. */
export const contract = c.router(
  {
    setTimezone: {
      method: 'POST',
      path: '/set',
      summary: 'Save a timezone',
      description: 'Creates or replaces the record of one user. JSON or a URL-encoded form.',
      body: z
        .strictObject({
          timezone: timezoneInputSchema,
          user_id: userIdSchema.optional(),
          username: usernameSchema.optional(),
        })
        .meta({ examples: [{ user_id: '80351110224678912', username: 'nelly', timezone: 'europe/kiev' }] }),
      responses: { 200: savedRecord, 413: problemSchema, 415: problemSchema },
      metadata: { auth: 'writer', limit: 'writes', cacheControl: 'no-store' } satisfies RouteMetadata,
    },
    deleteTimezone: {
      method: 'DELETE',
      path: '/delete',
      summary: 'Delete a timezone',
      description: 'Removes the record of one user. A second delete succeeds with `deleted: false`.',
      query: z.object({ user_id: userIdSchema.optional() }),
      responses: {
        200: z
          .object({ message: z.literal('Timezone deleted'), deleted: z.boolean() })
          .meta({ examples: [{ message: 'Timezone deleted', deleted: true }] }),
      },
      metadata: { auth: 'writer', limit: 'writes', cacheControl: 'no-store' } satisfies RouteMetadata,
    },
    getTimezone: {
      method: 'GET',
      path: '/get',
      summary: 'Read one user’s timezone',
      query: z.object({ id: userIdSchema }),
      responses: {
        200: timezoneRecordSchema.meta({ examples: [EXAMPLE_RECORD] }),
        ...notModified,
        404: problemSchema,
      },
      metadata: { auth: 'reader', limit: 'reads', cacheControl: 'no-cache' } satisfies RouteMetadata,
    },
    lookupTimezones: {
      method: 'GET',
      path: '/lookup',
      summary: 'Read up to 100 users’ timezones',
      query: z.object({ ids: lookupIdsSchema }),
      responses: {
        200: z.object({ users: byUserId(foundTimezoneSchema), missing: z.array(z.string()) }).meta({
          examples: [
            {
              users: {
                '80351110224678912': {
                  username: 'nelly',
                  timezone: 'Europe/Kiev',
                  canonical: 'Europe/Kyiv',
                  updated_at: '2026-11-21T12:00:00.000Z',
                },
              },
              missing: ['1'],
            },
          ],
        }),
      },
      metadata: { auth: 'reader', limit: 'reads', cost: 5, cacheControl: 'no-cache' } satisfies RouteMetadata,
    },
    listTimezones: {
      method: 'GET',
      path: '/list',
      summary: 'Every record, by user id',
      description:
        'Streamed. The header `Changes-Cursor` is where `/changes` goes on from this list; `ETag` changes with every change.',
      responses: {
        200: byUserId(listedTimezoneSchema).meta({
          examples: [{ '80351110224678912': { username: 'nelly', timezone: 'Europe/Kiev' } }],
        }),
        ...notModified,
      },
      metadata: {
        auth: 'reader',
        limit: 'reads',
        cost: 50,
        cacheControl: 'no-cache',
        isLarge: true,
      } satisfies RouteMetadata,
    },
    listChanges: {
      method: 'GET',
      path: '/changes',
      summary: 'Every set and delete after a cursor',
      description:
        'In an order in which a mirror may apply them; no change is ever skipped. Without `since`, from the oldest that is kept. A cursor older than that is answered 410: start again from `/list`.',
      query: z.object({ since: cursorSchema.optional(), limit: changesLimitSchema.optional() }),
      responses: { 200: changesPageSchema, 410: problemSchema },
      metadata: { auth: 'reader', limit: 'reads', cacheControl: 'no-store' } satisfies RouteMetadata,
    },
    followChanges: {
      method: 'GET',
      path: '/events',
      summary: 'Changes as they happen',
      description:
        'Server-Sent Events: the `data` of each is a change as in `/changes`, its `id` a cursor, so that `Last-Event-ID` goes on without a gap. Without a cursor, from now on.',
      query: z.object({ since: cursorSchema.optional() }),
      headers: { 'last-event-id': cursorSchema.optional() },
      responses: {
        200: c.otherResponse({
          contentType: 'text/event-stream',
          body: z.string().meta({
            examples: ['id: a3-7\ndata: {"type":"delete","user_id":"1","at":"2026-11-21T12:00:00.000Z"}\n\n'],
          }),
        }),
        410: problemSchema,
      },
      metadata: {
        auth: 'reader',
        limit: 'reads',
        isStream: true,
        cacheControl: 'no-store, no-transform',
      } satisfies RouteMetadata,
    },
    getStats: {
      method: 'GET',
      path: '/stats',
      summary: 'Counts by zone',
      responses: { 200: statsSchema, ...notModified },
      metadata: { auth: 'reader', limit: 'reads', cost: 5, cacheControl: 'no-cache' } satisfies RouteMetadata,
    },
    getMe: {
      method: 'GET',
      path: '/me',
      summary: 'Who is signed in',
      description: 'The person whose session it is, and his zone.',
      responses: {
        200: z.object({ user: signedInUserSchema, timezone: z.string().nullable() }).meta({
          examples: [{ user: EXAMPLE_SIGNED_IN_USER, timezone: EXAMPLE_RECORD.timezone }],
        }),
      },
      metadata: { auth: 'person', limit: 'reads', cacheControl: 'no-store' } satisfies RouteMetadata,
    },
    listSignInOptions: {
      method: 'GET',
      path: '/auth',
      summary: 'How to sign in',
      responses: { 200: signInOptionsSchema, ...notModified },
      metadata: { auth: 'anyone', limit: 'reads', cacheControl: 'no-cache' } satisfies RouteMetadata,
    },
    startLogin: {
      method: 'GET',
      path: '/auth/:provider',
      summary: 'Sign in',
      description: 'For a browser: leads to the provider, and from there back to `redirect`.',
      pathParams: z.object({ provider: providerSchema }),
      query: z.object({ redirect: redirectSchema.optional() }),
      responses: { 302: c.noBody(), 404: problemSchema },
      metadata: { auth: 'anyone', limit: 'writes', cacheControl: 'no-store' } satisfies RouteMetadata,
    },
    finishLogin: {
      method: 'GET',
      path: '/auth/:provider/callback',
      summary: 'Where a provider leads back to',
      description:
        'Sets the session’s cookie. A page of `CORS_ORIGINS` that ran the authorization itself calls it with `fetch` and credentials.',
      pathParams: z.object({ provider: providerSchema }),
      query: z.object({
        code: z.string().optional(),
        state: z.string().optional(),
        error: z.string().optional(),
      }),
      responses: {
        200: z.object({ message: z.literal('Signed in'), user: signedInUserSchema }).meta({
          examples: [{ message: 'Signed in', user: EXAMPLE_SIGNED_IN_USER }],
        }),
        302: c.noBody(),
        404: problemSchema,
      },
      metadata: {
        auth: 'anyone',
        limit: 'writes',
        credentials: 'include',
        cacheControl: 'no-store',
      } satisfies RouteMetadata,
    },
    logout: {
      method: 'POST',
      path: '/logout',
      summary: 'Sign out',
      description: 'Ends the session; with `everywhere=true` every session of the same person.',
      query: z.object({ everywhere: z.enum(['true', 'false']).optional() }),
      body: z.strictObject({}).meta({ description: 'None is needed.' }),
      responses: {
        200: z
          .object({ message: z.literal('Signed out'), ended: z.number().int() })
          .meta({ examples: [{ message: 'Signed out', ended: 1 }] }),
        413: problemSchema,
        415: problemSchema,
      },
      metadata: {
        auth: 'anyone',
        limit: 'writes',
        credentials: 'include',
        cacheControl: 'no-store',
      } satisfies RouteMetadata,
    },
    listZoneNames: {
      method: 'GET',
      path: '/timezones',
      summary: 'Every accepted time-zone name',
      description: 'IANA’s zones and links, sorted.',
      responses: {
        200: z.array(z.string()).meta({ examples: [['Africa/Abidjan', 'Europe/Kiev', 'Europe/Kyiv']] }),
        ...notModified,
      },
      metadata: {
        auth: 'anyone',
        limit: 'reads',
        cacheControl: 'public, max-age=86400',
        isLarge: true,
      } satisfies RouteMetadata,
    },
    getOpenApi: {
      method: 'GET',
      path: '/openapi.json',
      summary: 'This document',
      responses: {
        200: z.looseObject({ openapi: z.string() }).meta({ examples: [{ openapi: '3.1.0' }] }),
        ...notModified,
      },
      metadata: {
        auth: 'anyone',
        limit: 'reads',
        cacheControl: 'no-cache',
        isLarge: true,
      } satisfies RouteMetadata,
    },
    getHealth: {
      method: 'GET',
      path: '/health',
      summary: 'Is the service healthy?',
      description:
        '`degraded` when only Redis is down: the service goes on without it. `redis` is also true when none is configured.',
      responses: { 200: healthSchema('healthy', 'degraded'), 503: healthSchema('unhealthy') },
      metadata: { auth: 'anyone', limit: 'none', cacheControl: 'no-store' } satisfies RouteMetadata,
    },
    getLiveness: {
      method: 'GET',
      path: '/livez',
      summary: 'Does the process run?',
      description: 'Touches no dependency.',
      responses: { 200: z.object({ status: z.literal('live') }).meta({ examples: [{ status: 'live' }] }) },
      metadata: { auth: 'anyone', limit: 'none', cacheControl: 'no-store' } satisfies RouteMetadata,
    },
    getReadiness: {
      method: 'GET',
      path: '/readyz',
      summary: 'May this instance get requests?',
      description: '503 while the database is down, and from the start of a shutdown.',
      responses: { 200: z.object({ status: z.literal('ready') }).meta({ examples: [{ status: 'ready' }] }) },
      metadata: { auth: 'anyone', limit: 'none', cacheControl: 'no-store' } satisfies RouteMetadata,
    },
  },
  { strictStatusCodes: true, commonResponses },
)

function healthSchema<Status extends string>(...statuses: [Status, ...Status[]]) {
  const database = statuses[0] !== 'unhealthy'
  const timestamp = '2026-11-21T12:00:00.000Z'
  const example = { status: statuses[0], database, redis: true, timestamp, version: '1.0.0', tzdata: '2026d' }
  return z
    .object({
      status: z.enum(statuses),
      database: z.boolean(),
      redis: z.boolean(),
      timestamp: z.iso.datetime(),
      version: z.string().meta({ description: 'The service’s version.' }),
      tzdata: z
        .string()
        .meta({ description: 'The tz database’s release that the zone names come from.', example: '2026d' }),
    })
    .meta({ examples: [example] })
}
