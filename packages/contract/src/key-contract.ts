import * as z from 'zod'
import { createdKeySchema, listedKeysSchema, newKeySchema, revokedKeySchema } from './keys.ts'
import { problemSchema } from './problem.ts'
import { bodyProblems, c, type RouteMetadata } from './route-policy.ts'

const write = { auth: 'admin', limit: 'writes', cacheControl: 'no-store' } satisfies RouteMetadata

/** The routes for admins to manage the API keys of programs. */
export const keyRoutes = c.router({
  listKeys: {
    method: 'GET',
    path: '/keys',
    summary: 'List the API keys',
    description: 'The valid ones without their secrets, the newest first; at most 1,000.',
    responses: { 200: listedKeysSchema },
    metadata: { auth: 'admin', limit: 'reads', cacheControl: 'no-store' } satisfies RouteMetadata,
  },
  createKey: {
    method: 'POST',
    path: '/keys',
    summary: 'Create an API key',
    description: 'The response is the only one that contains the key itself.',
    body: newKeySchema,
    responses: { 200: createdKeySchema, ...bodyProblems },
    metadata: write,
  },
  revokeKey: {
    method: 'DELETE',
    path: '/keys/:id',
    summary: 'Revoke an API key',
    description:
      'Every instance refuses the key within a second. Answers 404 for a key that does not exist or was revoked.',
    pathParams: z.object({
      id: z
        .string()
        .regex(/^[1-9][0-9]{0,14}$/, 'must be the number of a key')
        .meta({ description: 'From `/keys`.', example: '7' }),
    }),
    responses: { 200: revokedKeySchema, 404: problemSchema },
    metadata: write,
  },
})
