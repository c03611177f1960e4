import * as z from 'zod'
import { problemSchema } from './problem.ts'
import { shownFields } from './record.ts'
import { c, limitSchema, type RouteMetadata } from './route-policy.ts'

const MAX_CHANGES = 1000

const at = z.iso.datetime()

const setChangeSchema = z
  .object({
    type: z.literal('set'),
    user_id: z.string(),
    username: z.string(),
    timezone: z.string(),
    ...shownFields.partial().shape,
    at,
  })
  .meta({ id: 'SetChange' })

const deleteChangeSchema = z
  .object({ type: z.literal('delete'), user_id: z.string(), at })
  .meta({ id: 'DeleteChange' })

/** A user's latest state, as `/changes` and the event stream report it. */
export const changeSchema = z.discriminatedUnion('type', [setChangeSchema, deleteChangeSchema]).meta({
  id: 'Change',
  discriminator: {
    propertyName: 'type',
    mapping: { set: '#/components/schemas/SetChange', delete: '#/components/schemas/DeleteChange' },
  },
})

export type Change = z.infer<typeof changeSchema>

const NUMBER = '(?:0|[1-9a-z][0-9a-z]{0,9})'
const CURSOR = new RegExp(`^[0-9a-f]{12}-${NUMBER}-${NUMBER}(?:-${NUMBER}-${NUMBER})?$`)

const cursorSchema = z.string().regex(CURSOR, 'must be a cursor that this service returned').meta({
  format: 'changes-cursor',
  description: 'Opaque: the `cursor` of the last response, or the `Changes-Cursor` header of `/list`.',
})

const changesLimitSchema = limitSchema({ max: MAX_CHANGES, initial: 100 })

const changesPageSchema = z
  .object({
    changes: z.array(changeSchema),
    cursor: cursorSchema,
    more: z.boolean().describe('True if there are further changes now.'),
  })
  .meta({ id: 'ChangesPage' })

const read = { auth: 'reader', limit: 'reads', cacheControl: 'no-store' } satisfies RouteMetadata

/** The routes for programs that mirror the registry. */
export const changeRoutes = c.router({
  listChanges: {
    method: 'GET',
    path: '/changes',
    summary: 'Sets and deletes after a cursor',
    description:
      'In an order that a mirror can apply, without skipping a change. Without `since`, starts at the oldest change kept. Returns 410 if changes after the cursor are no longer kept: read `/list` again.',
    query: z.object({ since: cursorSchema.optional(), limit: changesLimitSchema.optional() }),
    responses: { 200: changesPageSchema, 410: problemSchema },
    metadata: read,
  },
  followChanges: {
    method: 'GET',
    path: '/events',
    summary: 'Changes as they happen',
    description:
      'Server-Sent Events. The `data` of an event is a change as in `/changes`; its `id` is a cursor. Reconnect with `Last-Event-ID` to resume without a gap. Without a cursor, the stream starts with the next change.',
    query: z.object({ since: cursorSchema.optional() }),
    headers: { 'last-event-id': cursorSchema.optional() },
    responses: {
      200: c.otherResponse({ contentType: 'text/event-stream', body: z.string() }),
      410: problemSchema,
    },
    metadata: { ...read, isStream: true, cacheControl: 'no-store, no-transform' } satisfies RouteMetadata,
  },
})
