import * as z from 'zod'
import { problemSchema } from './problem.ts'
import { bodyProblems, c, type RouteMetadata } from './route-policy.ts'
import { usernameSchema } from './user-text.ts'

const instant = z.iso.datetime()

/** What a key may do. */
export const keyScopeSchema = z.enum(['records:read:public', 'records:read', 'records:write', 'admin']).meta({
  id: 'KeyScope',
  description:
    '`records:read:public` reads public records, `records:read` unlisted ones as well. `admin` includes all scopes and sees private records.',
})

const listedKeySchema = z
  .object({
    id: z.int().describe('Names the key in `/keys/{id}`.'),
    name: z.string(),
    scopes: z.array(keyScopeSchema),
    created_at: instant,
    expires_at: instant.nullable().describe('Null for a key that does not expire.'),
    last_used_at: instant.nullable().describe('Accurate to about a minute; null if it was never used.'),
  })
  .meta({ id: 'ListedKey' })

/** The maximum number of keys that are listed. */
export const MAX_LISTED_KEYS = 1000

const listedKeysSchema = z.object({ keys: z.array(listedKeySchema) }).meta({ id: 'ListedKeys' })

const MAX_LIFETIME_YEARS = 10
const MAX_LIFETIME_SECONDS = MAX_LIFETIME_YEARS * 365 * 24 * 3600

const newKeySchema = z
  .strictObject({
    name: usernameSchema.meta({ description: 'What the key is for.', example: 'discord-bot' }),
    scopes: z.array(keyScopeSchema).min(1, 'must have at least one scope').max(keyScopeSchema.options.length),
    expires_in_seconds: z
      .int()
      .min(1)
      .max(MAX_LIFETIME_SECONDS)
      .optional()
      .describe('How long the key is valid. Without it, the key does not expire.'),
  })
  .meta({ id: 'NewKey', examples: [{ name: 'discord-bot', scopes: ['records:read', 'records:write'] }] })

const createdKeySchema = listedKeySchema
  .pick({ id: true, name: true, scopes: true })
  .extend({ key: z.string().describe('The secret. It is not shown again.') })
  .meta({ id: 'CreatedKey' })

const revokedKeySchema = z
  .object({ message: z.literal('Key revoked'), id: z.int() })
  .meta({ id: 'RevokedKey' })

const write = { auth: 'admin', limit: 'writes', cacheControl: 'no-store' } satisfies RouteMetadata

/** The routes for admins to manage the API keys of programs. */
export const keyRoutes = c.router({
  listKeys: {
    method: 'GET',
    path: '/keys',
    summary: 'List the API keys',
    description: 'The valid ones without their secrets, the newest first; at most 1,000.',
    responses: { 200: listedKeysSchema },
    metadata: { ...write, limit: 'reads' } satisfies RouteMetadata,
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
      'Every instance refuses the key within two seconds. Returns 404 for a key that does not exist or was revoked.',
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
