import * as z from 'zod'
import { bulkAnswerSchema, bulkRequestSchema } from './bulk.ts'
import { problemSchema } from './problem.ts'
import { bodyProblems, c, notModified, type RouteMetadata, writeConditions } from './route-policy.ts'
import { searchAnswerSchema, searchLimitSchema, searchNameSchema } from './search.ts'
import { statsSchema } from './stats.ts'
import { timeAnswerSchema } from './time.ts'
import {
  deletedTimezoneSchema,
  lookupAnswerSchema,
  lookupIdsSchema,
  savedTimezoneSchema,
  setTimezoneSchema,
  timezoneListSchema,
  timezoneRecordSchema,
} from './timezone-record.ts'
import { userIdSchema } from './user-text.ts'
import { savedVisibilitySchema, setVisibilitySchema } from './visibility.ts'

/** The routes that read and write records. */
export const recordRoutes = c.router({
  setTimezone: {
    method: 'POST',
    path: '/set',
    summary: 'Save a timezone',
    description: 'Creates or replaces one user’s record. The body is JSON or a URL-encoded form.',
    headers: writeConditions,
    body: setTimezoneSchema,
    responses: { 200: savedTimezoneSchema, 412: problemSchema, ...bodyProblems },
    metadata: {
      auth: 'writer',
      limit: 'writes',
      isTagged: true,
      cacheControl: 'no-store',
    } satisfies RouteMetadata,
  },
  deleteTimezone: {
    method: 'DELETE',
    path: '/delete',
    summary: 'Delete a timezone',
    description: 'Removes one user’s record. A second delete succeeds with `deleted: false`.',
    headers: writeConditions,
    query: z.object({ user_id: userIdSchema.optional() }),
    responses: { 200: deletedTimezoneSchema, 412: problemSchema },
    metadata: { auth: 'writer', limit: 'writes', cacheControl: 'no-store' } satisfies RouteMetadata,
  },
  setVisibility: {
    method: 'PUT',
    path: '/visibility',
    summary: 'Choose who sees a record',
    description:
      'Changes nothing else about the record. In the change feed, a record that is no longer public appears as a `delete`, and one that becomes public as a `set`. Answers 404 when the user has no record.',
    headers: writeConditions,
    body: setVisibilitySchema,
    responses: { 200: savedVisibilitySchema, 404: problemSchema, 412: problemSchema, ...bodyProblems },
    metadata: { auth: 'writer', limit: 'writes', cacheControl: 'no-store' } satisfies RouteMetadata,
  },
  writeTimezones: {
    method: 'POST',
    path: '/bulk',
    summary: 'Save or delete up to 1,000 records',
    description:
      'Returns one result for each record, in order, after the accepted ones are committed. Counts as one write for every 20 records. The body may be up to 256 KB.',
    body: bulkRequestSchema,
    responses: { 200: bulkAnswerSchema, ...bodyProblems },
    metadata: {
      auth: 'program',
      limit: 'writes',
      recordsPerCost: 20,
      maxBodyBytes: 262_144,
      cacheControl: 'no-store',
    } satisfies RouteMetadata,
  },
  getTimezone: {
    method: 'GET',
    path: '/get',
    summary: 'Read one user’s timezone',
    description: 'Answers 404 when the user has no record that the caller may see.',
    query: z.object({ id: userIdSchema }),
    responses: { 200: timezoneRecordSchema, ...notModified, 404: problemSchema },
    metadata: { auth: 'reader', limit: 'reads', cacheControl: 'no-cache' } satisfies RouteMetadata,
  },
  lookupTimezones: {
    method: 'GET',
    path: '/lookup',
    summary: 'Read up to 100 users’ timezones',
    description: 'Counts as five reads. Ids without a record are listed in `missing`.',
    query: z.object({ ids: lookupIdsSchema }),
    responses: { 200: lookupAnswerSchema, ...notModified },
    metadata: { auth: 'reader', limit: 'reads', cost: 5, cacheControl: 'no-cache' } satisfies RouteMetadata,
  },
  getTimes: {
    method: 'GET',
    path: '/time',
    summary: 'Local times of up to 100 users',
    description:
      'From the tz database release named in `/health`. Counts as five reads. Ids without a record, or with a zone that this release does not know, are listed in `missing`.',
    query: z.object({ ids: lookupIdsSchema }),
    responses: { 200: timeAnswerSchema },
    metadata: { auth: 'reader', limit: 'reads', cost: 5, cacheControl: 'no-store' } satisfies RouteMetadata,
  },
  searchUsers: {
    method: 'GET',
    path: '/search',
    summary: 'Find users by the beginning of their name',
    description: 'Searches public records, ignoring letter case and accents. Counts as five reads.',
    query: z.object({ name: searchNameSchema, limit: searchLimitSchema.optional() }),
    responses: { 200: searchAnswerSchema, ...notModified },
    metadata: { auth: 'reader', limit: 'reads', cost: 5, cacheControl: 'no-cache' } satisfies RouteMetadata,
  },
  listTimezones: {
    method: 'GET',
    path: '/list',
    summary: 'Every public record, by user id',
    description:
      'Streamed. To follow changes after this list, pass the `Changes-Cursor` header to `/changes`. The `ETag` differs after every change.',
    responses: { 200: timezoneListSchema, ...notModified },
    metadata: {
      auth: 'reader',
      limit: 'reads',
      cost: 50,
      cacheControl: 'no-cache',
      isLarge: true,
    } satisfies RouteMetadata,
  },
  getStats: {
    method: 'GET',
    path: '/stats',
    summary: 'Counts by zone',
    description: 'Counts over all public records, at most a few seconds old.',
    responses: { 200: statsSchema, ...notModified },
    metadata: { auth: 'reader', limit: 'reads', cost: 5, cacheControl: 'no-cache' } satisfies RouteMetadata,
  },
})
