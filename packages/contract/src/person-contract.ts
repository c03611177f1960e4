import * as z from 'zod'
import { fromPathId } from './path-id.ts'
import { problemSchema } from './problem.ts'
import { c, notModified, type RouteMetadata } from './route-policy.ts'
import { languageSchema } from './zone-contract.ts'

// Not checked further: an id that no user can have is answered like any other without a record.
const pathParams = z.object({
  id: z.string().overwrite(fromPathId).meta({ description: 'The user’s id.', example: '80351110224678912' }),
})
const clock = z
  .enum(['12', '24'])
  .optional()
  .describe('12- or 24-hour clock; the reader’s own unless stated.')

const page = c.otherResponse({ contentType: 'text/html; charset=utf-8', body: z.string() })
const svg = c.otherResponse({ contentType: 'image/svg+xml; charset=utf-8', body: z.string() })
const png = c.otherResponse({
  contentType: 'image/png',
  body: z.custom<Uint8Array>().meta({ type: 'string', format: 'binary' }),
})

const calendar = c.otherResponse({ contentType: 'text/calendar; charset=utf-8', body: z.string() })

const read = { auth: 'anyone', limit: 'reads', cacheControl: 'no-cache' } satisfies RouteMetadata
const readOfMany = { ...read, cost: 5 } satisfies RouteMetadata
const picture = { ...read, cacheControl: 'public, max-age=60' } satisfies RouteMetadata
const drawn = { ...picture, cost: 10, maxSeconds: 10 } satisfies RouteMetadata

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
    metadata: drawn,
  },
  getBadge: {
    method: 'GET',
    path: '/badge/:id.svg',
    summary: 'A badge with a person’s local time',
    description: 'Valid until the minute ends.',
    pathParams,
    query: z.object({
      label: z.string().max(40).optional().describe('The left part; the name unless stated.'),
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

// A link may have been cut or changed on its way: what cannot be read of it is left out.
const part = z.string().optional().catch(undefined)
const moment = { description: 'When it begins (RFC 3339).', example: '2027-03-29T13:00Z' }
const meetingQuery = z.object({
  at: part.meta(moment),
  ids: part.meta({ description: 'Who meets, separated by commas.', example: '80351110224678912' }),
  by: part.describe('The id of whoever suggests the meeting.'),
  zone: part.describe('The time zone of whoever suggests it without having a record.'),
  name: part.describe('What the meeting is called.'),
  minutes: part.describe('How long it is: 30, 60 or 120; 60 unless stated.'),
})
const knownMeetingQuery = meetingQuery.extend({ at: z.string().meta(moment) })

/** A meeting that somebody shared, as an invitation. Whoever is in it appears as strangers see them. */
export const meetingRoutes = c.router({
  getMeetingPage: {
    method: 'GET',
    path: '/meet',
    summary: 'The page of a meeting',
    description: 'With a title and tags for link previews, and when it is for the person who is signed in.',
    query: meetingQuery,
    responses: { 200: page, ...notModified },
    metadata: readOfMany,
  },
  getMeetingFile: {
    method: 'GET',
    path: '/meeting.ics',
    summary: 'A meeting for calendars',
    description:
      'An event whose `UID` depends on who suggests it, when it is and who meets, and whose `SEQUENCE` rises.',
    query: knownMeetingQuery.extend({
      language: languageSchema
        .optional()
        .catch(undefined)
        .describe('Of the texts; the caller’s own unless stated.'),
    }),
    responses: { 200: calendar, ...notModified, 404: problemSchema },
    metadata: readOfMany,
  },
  getMeetingCard: {
    method: 'GET',
    path: '/meeting.png',
    summary: 'The picture of a meeting for link previews',
    description: '1200 × 630. Counts as ten reads.',
    query: knownMeetingQuery,
    responses: { 200: png, ...notModified, 404: problemSchema },
    metadata: drawn,
  },
})
