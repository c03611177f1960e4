import * as z from 'zod'
import {
  deletedPluginUserSchema,
  pluginIdsSchema,
  pluginStatusSchema,
  pluginUserExistsSchema,
  pluginUserSchema,
  pluginUsersSchema,
  setPluginUserSchema,
} from './plugin-user.ts'
import { problemSchema } from './problem.ts'
import { bodyProblems, c, notModified, type RouteMetadata } from './route-policy.ts'
import { userIdSchema } from './user-text.ts'

const pathParams = z.object({ id: userIdSchema })
const read = { auth: 'reader', limit: 'reads', cacheControl: 'no-cache' } satisfies RouteMetadata
const own = { auth: 'person', limit: 'reads', cacheControl: 'no-store' } satisfies RouteMetadata
const write = { auth: 'person', limit: 'writes', cacheControl: 'no-store' } satisfies RouteMetadata
const redirect = { auth: 'anyone', limit: 'reads', cacheControl: 'no-store' } satisfies RouteMetadata

/** The same records in the wire format of the plugins for Vencord, Aliucord and shelter. */
export const pluginRoutes = c.router({
  getPluginStatus: {
    method: 'GET',
    path: '/api',
    summary: 'Whether the caller is signed in, for plugins',
    description: 'Answers 200 in both cases.',
    responses: { 200: pluginStatusSchema },
    metadata: {
      auth: 'anyone',
      limit: 'reads',
      usesSession: true,
      cacheControl: 'no-store',
    } satisfies RouteMetadata,
  },
  getPluginUser: {
    method: 'GET',
    path: '/api/user/:id',
    summary: 'Read one user’s timezone and offset, for plugins',
    description: 'The offset is the current one. Answers 404 when the user has no record.',
    pathParams,
    responses: { 200: pluginUserSchema, ...notModified, 404: problemSchema },
    metadata: read,
  },
  findPluginUser: {
    method: 'GET',
    path: '/api/user/:id/exists',
    summary: 'Whether a user has a record, for plugins',
    description: 'Answers 404 when the user has none; plugins read the status alone.',
    pathParams,
    responses: { 200: pluginUserExistsSchema, ...notModified, 404: problemSchema },
    metadata: read,
  },
  lookupPluginUsers: {
    method: 'POST',
    path: '/api/user/bulk',
    summary: 'Read up to 500 users’ timezones and offsets, for plugins',
    description: 'Changes nothing, and answers pages of any origin.',
    body: pluginIdsSchema,
    responses: { 200: pluginUsersSchema, ...bodyProblems },
    metadata: { ...read, cost: 10 } satisfies RouteMetadata,
  },
  getOwnPluginUser: {
    method: 'GET',
    path: '/api/user',
    summary: 'Read the caller’s timezone and offset, for plugins',
    description: 'Answers 404 when the signed-in person has no record.',
    responses: { 200: pluginUserSchema, 404: problemSchema },
    metadata: own,
  },
  setOwnPluginUser: {
    method: 'PUT',
    path: '/api/user',
    summary: 'Save the caller’s timezone, for plugins',
    description: 'Creates or replaces the record of the signed-in person.',
    body: setPluginUserSchema,
    responses: { 200: pluginUserSchema, ...bodyProblems },
    metadata: write,
  },
  deleteOwnPluginUser: {
    method: 'DELETE',
    path: '/api/user',
    summary: 'Delete the caller’s timezone, for plugins',
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
    metadata: redirect,
  },
  startPluginLogout: {
    method: 'GET',
    path: '/api/auth/logout',
    summary: 'Sign out, for plugins',
    description: 'Redirects to the page, where a person signs out; a link must not do that.',
    responses: { 302: c.noBody() },
    metadata: redirect,
  },
})
