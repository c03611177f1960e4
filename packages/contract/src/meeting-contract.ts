import * as z from 'zod'
import { problemSchema } from './problem.ts'
import { c, notModified, type RouteMetadata } from './route-policy.ts'

// A link may have been cut or changed on its way: what cannot be read of it is left out.
const part = z.string().optional().catch(undefined)
const moment = { description: 'When it begins (RFC 3339).', example: '2027-03-29T13:00Z' }
const query = z.object({
  at: part.meta(moment),
  ids: part.meta({ description: 'Who meets, separated by commas.', example: '80351110224678912' }),
  by: part.meta({ description: 'The id of whoever suggests the meeting.' }),
  zone: part.meta({ description: 'The time zone of whoever suggests it without having a record.' }),
  name: part.meta({ description: 'What the meeting is called.' }),
  minutes: part.meta({ description: 'How long it is: 30, 60 or 120; 60 unless stated.' }),
})
const queryOfOne = query.extend({ at: z.string().meta(moment) })
const read = { auth: 'anyone', limit: 'reads', cacheControl: 'no-cache', cost: 5 } satisfies RouteMetadata

/** A meeting that somebody shared, as an invitation. Whoever is in it appears as strangers see them. */
export const meetingRoutes = c.router({
  getMeetingPage: {
    method: 'GET',
    path: '/meet',
    summary: 'The page of a meeting',
    description: 'With a title and tags for link previews, and when it is for the person who is signed in.',
    query,
    responses: {
      200: c.otherResponse({ contentType: 'text/html; charset=utf-8', body: z.string() }),
      ...notModified,
    },
    metadata: read,
  },
  getMeetingFile: {
    method: 'GET',
    path: '/meeting.ics',
    summary: 'A meeting for calendars',
    description:
      'An event whose `UID` depends on who suggests it, when it is and who meets, and whose `SEQUENCE` rises.',
    query: queryOfOne,
    responses: {
      200: c.otherResponse({ contentType: 'text/calendar; charset=utf-8', body: z.string() }),
      ...notModified,
      404: problemSchema,
    },
    metadata: read,
  },
  getMeetingCard: {
    method: 'GET',
    path: '/meeting.png',
    summary: 'The picture of a meeting for link previews',
    description: '1200 × 630. Counts as ten reads.',
    query: queryOfOne,
    responses: {
      200: c.otherResponse({
        contentType: 'image/png',
        body: z.custom<Uint8Array>().meta({ type: 'string', format: 'binary' }),
      }),
      ...notModified,
      404: problemSchema,
    },
    metadata: {
      ...read,
      cacheControl: 'public, max-age=60',
      cost: 10,
      maxSeconds: 10,
    } satisfies RouteMetadata,
  },
})
