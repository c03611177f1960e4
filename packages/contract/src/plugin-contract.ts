import * as z from 'zod'
import { problemSchema } from './problem.ts'
import { byUserId, timezoneInputSchema } from './record.ts'
import { bodyProblems, c, notModified, type RouteMetadata } from './route-policy.ts'
import { pathUserIdSchema, userIdSchema } from './user-text.ts'

const pluginUserSchema = z
  .object({
    userId: z.string(),
    timezoneId: z.string().describe('The zone name as it was saved.'),
    timezone: z
      .string()
      .regex(/^(?:0|[+-]\d{1,2}(?::\d\d)?)$/)
      .describe('The current offset from UTC: `0`, `+5`, `-5`, `+5:30`, `-3:30`.'),
  })
  .meta({ id: 'PluginUser' })

export type PluginUser = z.infer<typeof pluginUserSchema>

const MAX_PLUGIN_IDS = 500

// The largest double below 2^63: Discord's ids have 63 bits, and some generators read no larger number. The body reader
// turns those too large for a double into strings.
const MAX_NUMERIC_ID = 2 ** 63 - 1024

const numericIdSchema = z.int().nonnegative().meta({ maximum: MAX_NUMERIC_ID }).transform(String)

const pluginIdsSchema = z
  .array(z.union([userIdSchema, numericIdSchema]))
  .max(MAX_PLUGIN_IDS, `must be at most ${MAX_PLUGIN_IDS} ids`)
  .meta({ id: 'PluginIds', examples: [['80351110224678912', '1']] })

/** One entry per id; null for a user without a record. */
const pluginUsersSchema = byUserId(pluginUserSchema.nullable(), 'PluginUser').meta({
  id: 'PluginUsers',
  additionalProperties: { anyOf: [{ $ref: '#/components/schemas/PluginUser' }, { type: 'null' }] },
})

const pluginUserExistsSchema = z.object({ exists: z.literal(true) }).meta({ id: 'PluginUserExists' })

// Otherwise Go generators name both fields `LoggedIn`.
const GO_NAME = 'LoggedInSnakeCase'

/** The same value in two spellings, because older and newer clients read different ones. */
const pluginStatusSchema = z
  .object({
    loggedIn: z.boolean(),
    logged_in: z.boolean().meta({ 'x-go-name': GO_NAME }),
  })
  .meta({
    id: 'PluginStatus',

    'x-ogen-properties': { logged_in: { name: GO_NAME } },
  })

const setPluginUserSchema = z
  .strictObject({ timezone: timezoneInputSchema })
  .meta({ id: 'SetPluginUser', examples: [{ timezone: 'America/St_Johns' }] })

const deletedPluginUserSchema = z
  .object({ deleted: z.boolean().describe('False if there was no record.') })
  .meta({ id: 'DeletedPluginUser' })

const pathParams = z.object({ id: pathUserIdSchema })
const read = { auth: 'reader', limit: 'reads', cacheControl: 'no-cache' } satisfies RouteMetadata
const own = { auth: 'person', limit: 'reads', cacheControl: 'no-store' } satisfies RouteMetadata
const write = { ...own, limit: 'writes' } satisfies RouteMetadata
const anyone = { auth: 'anyone', limit: 'reads', cacheControl: 'no-store' } satisfies RouteMetadata

/** The same records in the wire format of the plugins for Vencord, Aliucord and shelter. */
export const pluginRoutes = c.router({
  getPluginStatus: {
    method: 'GET',
    path: '/api',
    summary: 'Whether the caller is signed in, for plugins',
    description: 'Returns 200 in both cases.',
    responses: { 200: pluginStatusSchema },
    metadata: { ...anyone, usesSession: true } satisfies RouteMetadata,
  },
  getPluginUser: {
    method: 'GET',
    path: '/api/user/:id',
    summary: 'Read one user’s time zone and offset, for plugins',
    description: 'The offset is the current one. Returns 404 if the user has no record.',
    pathParams,
    responses: { 200: pluginUserSchema, ...notModified, 404: problemSchema },
    metadata: read,
  },
  findPluginUser: {
    method: 'GET',
    path: '/api/user/:id/exists',
    summary: 'Whether a user has a record, for plugins',
    description: 'Returns 404 if the user has none; plugins read the status alone.',
    pathParams,
    responses: { 200: pluginUserExistsSchema, ...notModified, 404: problemSchema },
    metadata: read,
  },
  lookupPluginUsers: {
    method: 'POST',
    path: '/api/user/bulk',
    summary: 'Read up to 500 users’ time zones and offsets, for plugins',
    description: 'Changes nothing. Pages of any origin may send it.',
    body: pluginIdsSchema,
    responses: { 200: pluginUsersSchema, ...bodyProblems },
    metadata: { ...read, cost: 10 } satisfies RouteMetadata,
  },
  getOwnPluginUser: {
    method: 'GET',
    path: '/api/user',
    summary: 'Read the caller’s time zone and offset, for plugins',
    description: 'Returns 404 if the signed-in person has no record.',
    responses: { 200: pluginUserSchema, 404: problemSchema },
    metadata: own,
  },
  setOwnPluginUser: {
    method: 'PUT',
    path: '/api/user',
    summary: 'Save the caller’s time zone, for plugins',
    description: 'Creates or replaces the record of the signed-in person.',
    body: setPluginUserSchema,
    responses: { 200: pluginUserSchema, ...bodyProblems },
    metadata: write,
  },
  deleteOwnPluginUser: {
    method: 'DELETE',
    path: '/api/user',
    summary: 'Delete the caller’s time zone, for plugins',
    description: 'A second delete succeeds with `deleted: false`.',
    responses: { 200: deletedPluginUserSchema },
    metadata: write,
  },
  startPluginLogin: {
    method: 'GET',
    path: '/api/auth',
    summary: 'Sign in, for plugins',
    description: 'Redirects to the login of the service, and from there to its page.',
    responses: { 302: c.noBody() },
    metadata: anyone,
  },
  startPluginLogout: {
    method: 'GET',
    path: '/api/auth/logout',
    summary: 'Sign out, for plugins',
    description: 'Redirects to the page, where a person signs out; a link must not do that.',
    responses: { 302: c.noBody() },
    metadata: anyone,
  },
})

/** The name of a route for plugins. */
export type PluginRoute = keyof typeof pluginRoutes
