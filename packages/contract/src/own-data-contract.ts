import * as z from 'zod'
import { endedSessionSchema, erasedSchema, ownSessionsSchema, personExportSchema } from './own-data.ts'
import { problemSchema } from './problem.ts'
import { bodyProblems, c, type RouteMetadata } from './route-policy.ts'

const read = { auth: 'person', limit: 'reads', cacheControl: 'no-store' } satisfies RouteMetadata
const write = { auth: 'person', limit: 'writes', cacheControl: 'no-store' } satisfies RouteMetadata

/** What a person can do with the data about themselves. */
export const ownDataRoutes = c.router({
  listOwnSessions: {
    method: 'GET',
    path: '/me/sessions',
    summary: 'List the caller’s sessions',
    description: 'The most recently used ones first; a person has at most 100.',
    responses: { 200: ownSessionsSchema },
    metadata: read,
  },
  endOwnSession: {
    method: 'DELETE',
    path: '/me/sessions/:id',
    summary: 'End one of the caller’s sessions',
    description: 'Takes effect on every instance. Answers 404 for a session of another person.',
    pathParams: z.object({
      id: z
        .string()
        .meta({ description: 'From `/me/sessions`.', example: '6f1ed002ab5595859014ebf0951522d9' }),
    }),
    responses: { 200: endedSessionSchema, 404: problemSchema },
    metadata: write,
  },
  exportOwnData: {
    method: 'GET',
    path: '/me/export',
    summary: 'Everything stored about the caller',
    description: 'Browsers save it as a file. Counts as five reads.',
    responses: { 200: personExportSchema },
    metadata: { ...read, cost: 5 } satisfies RouteMetadata,
  },
  eraseOwnData: {
    method: 'POST',
    path: '/me/erase',
    summary: 'Erase everything stored about the caller',
    description:
      'Deletes the record and every session, and clears the cookie. May be repeated after another login.',
    body: z.strictObject({}).meta({ description: 'May be left out.' }),
    responses: { 200: erasedSchema, ...bodyProblems },
    metadata: write,
  },
})
