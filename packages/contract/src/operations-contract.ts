import * as z from 'zod'
import { loginProviderSchema } from './login-contract.ts'
import { c, notModified, type RouteMetadata } from './route-policy.ts'

const status = z
  .enum(['healthy', 'degraded', 'unhealthy'])
  .describe(
    '`degraded`: Redis is down and the service works without it, or the disk of the database is full.',
  )

const healthSchema = z
  .object({
    status,
    database: z.boolean(),
    redis: z.boolean().describe('Also true when no Redis is configured.'),
    storage_full: z
      .literal(true)
      .optional()
      .describe('A write failed within the last minute because the disk of the database is full.'),
    timestamp: z.iso.datetime(),
    version: z.string().describe('The version of the service.'),
    tzdata: z
      .string()
      .meta({ description: 'The tz database release of the zone names and offsets.', example: '2026d' }),
  })
  .meta({ id: 'Health' })

const livenessSchema = z.object({ status: z.literal('live') }).meta({ id: 'Liveness' })

const readinessSchema = z.object({ status: z.literal('ready') }).meta({ id: 'Readiness' })

/** The document's schema is defined by OpenAPI 3.1. */
const openApiDocumentSchema = z.looseObject({ openapi: z.string() }).meta({ id: 'OpenApiDocument' })

const sessionPolicySchema = z
  .object({
    max_age_seconds: z.int().describe('A session ends this long after login.'),
    max_idle_seconds: z.int().describe('A session ends if it is not used for this long.'),
    max_per_person: z.int().describe('With one more login, the least recently used session ends.'),
  })
  .meta({ id: 'SessionPolicy' })

const deletionPolicySchema = z
  .object({
    reported_for_days: z
      .int()
      .describe('How long the user id and the time of a deletion are kept for mirrors.'),
  })
  .meta({ id: 'DeletionPolicy' })

const logPolicySchema = z
  .object({
    requests: z
      .enum(['all', 'errors', 'none'])
      .describe('Which requests are logged, with their route, status and duration.'),
    audit: z
      .boolean()
      .describe('Whether writes, logins and erasures are logged with the user id and the new time zone.'),
    networks: z
      .boolean()
      .describe('Whether those lines have the caller’s network: /24 of IPv4, /48 of IPv6.'),
    kept_for_days: z
      .int()
      .nullable()
      .describe('How long the operator keeps the log; null if it is not stated.'),
  })
  .meta({ id: 'LogPolicy' })

const servicePrivacySchema = z
  .object({
    contact: z
      .string()
      .nullable()
      .describe('Where to reach the operator: an `https:` or `mailto:` address; null if unset.'),
    writes: z.enum(['open', 'required']).describe('`open`: anyone can change any record.'),
    reads: z
      .enum(['public', 'required'])
      .describe('`public`: anyone can look up records. `required`: only with a login or an API key.'),
    default_visibility: z.enum(['public', 'unlisted', 'private']).describe('The visibility of a new record.'),
    providers: z.array(loginProviderSchema).describe('Where people can sign in.'),
    sessions: sessionPolicySchema,
    deletions: deletionPolicySchema,
    logs: logPolicySchema,
  })
  .meta({ id: 'ServicePrivacy' })

export type ServicePrivacy = z.infer<typeof servicePrivacySchema>

const read = { auth: 'anyone', limit: 'reads', cacheControl: 'no-cache' } satisfies RouteMetadata
const probe = { auth: 'anyone', limit: 'none', cacheControl: 'no-store' } satisfies RouteMetadata

/** The routes for operators, probes and tools. */
export const operationsRoutes = c.router({
  getOpenApi: {
    method: 'GET',
    path: '/openapi.json',
    summary: 'This document',
    description: 'OpenAPI 3.1.',
    responses: { 200: openApiDocumentSchema, ...notModified },
    metadata: { ...read, isLarge: true } satisfies RouteMetadata,
  },
  getPrivacy: {
    method: 'GET',
    path: '/privacy.json',
    summary: 'What the service does with people’s data',
    description: 'What is stored and logged, for how long, and who sees it, from the configuration.',
    responses: { 200: servicePrivacySchema, ...notModified },
    metadata: read,
  },
  getHealth: {
    method: 'GET',
    path: '/health',
    summary: 'Health of the service and its dependencies',
    description:
      '200 `degraded` if only Redis is down, because the service works without it, or if the disk of the database is full; 503 if the database is down.',
    responses: { 200: healthSchema, 503: healthSchema },
    metadata: probe,
  },
  getLiveness: {
    method: 'GET',
    path: '/livez',
    summary: 'Whether the process is running',
    description: 'Touches no dependency.',
    responses: { 200: livenessSchema },
    metadata: probe,
  },
  getReadiness: {
    method: 'GET',
    path: '/readyz',
    summary: 'Whether this instance accepts requests',
    description: '503 while the database is down, and from the start of a shutdown.',
    responses: { 200: readinessSchema },
    metadata: probe,
  },
})
