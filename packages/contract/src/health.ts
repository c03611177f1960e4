import * as z from 'zod'

const status = z.enum(['healthy', 'degraded', 'unhealthy']).meta({
  description:
    '`degraded`: Redis is down and the service works without it, or the disk of the database is full.',
})

/** The state of the service and its dependencies. */
export const healthSchema = z
  .object({
    status,
    database: z.boolean(),
    redis: z.boolean().meta({ description: 'Also true when no Redis is configured.' }),
    storage_full: z.literal(true).optional().meta({
      description: 'A write failed within the last minute because the disk of the database is full.',
    }),
    timestamp: z.iso.datetime(),
    version: z.string().meta({ description: 'The version of the service.' }),
    tzdata: z
      .string()
      .meta({ description: 'The tz database release of the zone names and offsets.', example: '2026d' }),
  })
  .meta({
    id: 'Health',
    examples: [
      {
        status: 'healthy',
        database: true,
        redis: true,
        timestamp: '2026-11-21T12:00:00.000Z',
        version: '1.0.0',
        tzdata: '2026d',
      },
    ],
  })

export const livenessSchema = z
  .object({ status: z.literal('live') })
  .meta({ id: 'Liveness', examples: [{ status: 'live' }] })

export const readinessSchema = z
  .object({ status: z.literal('ready') })
  .meta({ id: 'Readiness', examples: [{ status: 'ready' }] })

/** The document's schema is defined by OpenAPI 3.1. */
export const openApiDocumentSchema = z
  .looseObject({ openapi: z.string() })
  .meta({ id: 'OpenApiDocument', examples: [{ openapi: '3.1.0' }] })
