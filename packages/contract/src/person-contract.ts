import * as z from 'zod'
import { fromPathId } from './path-id.ts'
import { problemSchema } from './problem.ts'
import { c, notModified, type RouteMetadata } from './route-policy.ts'

// Not checked further: an id that no user can have is answered like any other without a record.
const pathParams = z.object({
  id: z.string().overwrite(fromPathId).meta({ description: 'The user’s id.', example: '80351110224678912' }),
})
const clock = z
  .enum(['12', '24'])
  .optional()
  .meta({ description: '12- or 24-hour clock; the reader’s own unless stated.' })

const page = c.otherResponse({ contentType: 'text/html; charset=utf-8', body: z.string() })
const svg = c.otherResponse({ contentType: 'image/svg+xml; charset=utf-8', body: z.string() })
const png = c.otherResponse({
  contentType: 'image/png',
  body: z.custom<Uint8Array>().meta({ type: 'string', format: 'binary' }),
})

const read = { auth: 'anyone', limit: 'reads', cacheControl: 'no-cache' } satisfies RouteMetadata

const picture = { ...read, cacheControl: 'public, max-age=60' } satisfies RouteMetadata

/** One person's time, for browsers, link previews and other sites. Every caller gets what a stranger sees. */
export const personRoutes = c.router({
  getPersonPage: {
    method: 'GET',
    path: '/u/:id',
    summary: 'A person’s page',
    description: 'With a title and tags for link previews.',
    pathParams,
    responses: { 200: page, ...notModified, 404: page },
    metadata: read,
  },
  getPersonCard: {
    method: 'GET',
    path: '/u/:id/card.png',
    summary: 'The picture for link previews',
    description: '1200 × 630. Counts as ten reads.',
    pathParams,
    responses: { 200: png, ...notModified, 404: problemSchema },
    metadata: { ...picture, cost: 10, maxSeconds: 10 } satisfies RouteMetadata,
  },
  getBadge: {
    method: 'GET',
    path: '/badge/:id.svg',
    summary: 'A badge with a person’s local time',
    description: 'Valid until the minute ends.',
    pathParams,
    query: z.object({
      label: z.string().max(40).optional().meta({ description: 'The left part; the name unless stated.' }),
      style: z.enum(['flat', 'flat-square']).optional(),
      clock,
    }),
    responses: { 200: svg, ...notModified, 404: svg },
    metadata: picture,
  },
  getEmbed: {
    method: 'GET',
    path: '/embed/:id',
    summary: 'A clock for other sites to frame',
    description: 'A page of its own, without cookies.',
    pathParams,
    query: z.object({ theme: z.enum(['sky', 'light', 'dark']).optional(), clock }),
    responses: { 200: page, ...notModified, 404: page },
    metadata: picture,
  },
})
