import * as z from 'zod'
import { visibilitySchema } from './record.ts'
import { c, limitSchema, type RouteMetadata } from './route-policy.ts'

const EXAMPLE_ACTION = {
  id: 512,
  at: '2026-11-21T12:00:00.000Z',
  caller: { kind: 'session' as const, id: 'discord:80351110224678912' },
  action: 'visibility',
  outcome: 'saved',
  user_ids: ['424242'],
  visibility: 'private' as const,
}

/** Who sent an audited request. */
const auditedCallerSchema = z
  .object({
    kind: z.enum(['anyone', 'session', 'key', 'discord']),
    id: z.string().optional().meta({
      description: 'The login provider and the id there, or the id of the key; absent for `anyone`.',
    }),
  })
  .meta({ id: 'AuditedCaller', examples: [EXAMPLE_ACTION.caller] })

/** One entry of the audit. */
const recentActionSchema = z
  .object({
    id: z.number().int().meta({ description: 'Counts from 1 at the start of the process.' }),
    at: z.iso.datetime(),
    caller: auditedCallerSchema,
    action: z.string().meta({ description: 'As in the log: `set`, `delete`, `visibility`, …' }),
    outcome: z.string().meta({ description: 'As in the log: `saved`, `deleted`, `refused`, …' }),
    user_ids: z.array(z.string()).meta({ description: 'The users whose records it was about.' }),
    visibility: visibilitySchema.optional(),
    key_id: z.number().int().optional().meta({ description: 'The key that was created or revoked.' }),
  })
  .meta({ id: 'RecentAction', examples: [EXAMPLE_ACTION] })

export type RecentAction = z.infer<typeof recentActionSchema>

const auditSchema = z
  .object({
    since: z.iso.datetime().nullable().meta({
      description: 'When the process started that answers; null where AUDIT_LOG is off.',
    }),
    actions: z.array(recentActionSchema),
  })
  .meta({ id: 'Audit', examples: [{ since: '2026-11-20T08:30:00.000Z', actions: [EXAMPLE_ACTION] }] })

/** The maximum number of entries in one response. */
const MAX_ACTIONS = 100

/** The route that lists what was done lately. */
export const auditRoutes = c.router({
  listActions: {
    method: 'GET',
    path: '/audit',
    summary: 'List what was done lately, and by whom',
    description:
      'The latest entries of the audit, newest first: those of the process that answers, since its start, as far as a megabyte of memory holds them. The log of the service has all of them.',
    query: z.object({
      before: z
        .string()
        .regex(/^[1-9]\d{0,14}$/, 'must be the id of an entry')
        .transform(Number)
        .optional()
        .meta({ type: 'integer', minimum: 1, description: 'Only entries before the one with this id.' }),
      limit: limitSchema({ max: MAX_ACTIONS, initial: 50 }).optional(),
    }),
    responses: { 200: auditSchema },
    metadata: { auth: 'auditor', limit: 'reads', cacheControl: 'no-store' } satisfies RouteMetadata,
  },
})
