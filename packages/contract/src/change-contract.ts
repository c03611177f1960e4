import * as z from 'zod'
import { changesLimitSchema, changesPageSchema, cursorSchema } from './changes.ts'
import { problemSchema } from './problem.ts'
import { c, type RouteMetadata } from './route-policy.ts'

const EXAMPLE_EVENT = 'id: a3-7\ndata: {"type":"delete","user_id":"1","at":"2026-11-21T12:00:00.000Z"}\n\n'

/** The routes for programs that mirror the registry. */
export const changeRoutes = c.router({
  listChanges: {
    method: 'GET',
    path: '/changes',
    summary: 'Sets and deletes after a cursor',
    description:
      'In an order that a mirror can apply, without skipping a change. Without `since`, starts at the oldest change kept. Answers 410 when changes after the cursor are no longer kept: read `/list` again.',
    query: z.object({ since: cursorSchema.optional(), limit: changesLimitSchema.optional() }),
    responses: { 200: changesPageSchema, 410: problemSchema },
    metadata: { auth: 'reader', limit: 'reads', cacheControl: 'no-store' } satisfies RouteMetadata,
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
      200: c.otherResponse({
        contentType: 'text/event-stream',
        body: z.string().meta({ examples: [EXAMPLE_EVENT] }),
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
})
