import * as z from 'zod'
import { redirectSchema, signInOptionsSchema } from './login.ts'
import { problemSchema } from './problem.ts'
import { bodyProblems, c, notModified, type RouteMetadata } from './route-policy.ts'
import { meSchema, signedInSchema, signedOutSchema } from './session.ts'

const pathParams = z.object({
  provider: z
    .string()
    .meta({ description: 'The `id` of a provider that `/auth` lists.', example: 'discord' }),
})

/** The routes to sign in and out. */
export const loginRoutes = c.router({
  getMe: {
    method: 'GET',
    path: '/me',
    summary: 'Who is signed in',
    description: 'The person whose session it is, and their timezone.',
    responses: { 200: meSchema },
    metadata: { auth: 'person', limit: 'reads', cacheControl: 'no-store' } satisfies RouteMetadata,
  },
  listSignInOptions: {
    method: 'GET',
    path: '/auth',
    summary: 'How to sign in',
    description: 'The login providers, and who may read and write.',
    responses: { 200: signInOptionsSchema, ...notModified },
    metadata: { auth: 'anyone', limit: 'reads', cacheControl: 'no-cache' } satisfies RouteMetadata,
  },
  startLogin: {
    method: 'GET',
    path: '/auth/:provider',
    summary: 'Sign in',
    description: 'Redirects a browser to the provider, and from there back to `redirect`.',
    pathParams,
    query: z.object({ redirect: redirectSchema.optional() }),
    responses: { 302: c.noBody(), 404: problemSchema },
    metadata: {
      auth: 'anyone',
      limit: 'writes',
      cacheControl: 'no-store',
      maxSeconds: 15,
    } satisfies RouteMetadata,
  },
  finishLogin: {
    method: 'GET',
    path: '/auth/:provider/callback',
    summary: 'Finish a login',
    description:
      'The provider redirects here. Sets the session cookie. A page of `CORS_ORIGINS` that ran the authorization itself calls this route with `fetch` and credentials.',
    pathParams,
    query: z.object({
      code: z.string().optional(),
      state: z.string().optional(),
      error: z.string().optional(),
    }),
    responses: { 200: signedInSchema, 302: c.noBody(), 404: problemSchema },
    metadata: {
      auth: 'anyone',
      limit: 'writes',
      credentials: 'include',
      cacheControl: 'no-store',
      maxSeconds: 15,
    } satisfies RouteMetadata,
  },
  logout: {
    method: 'POST',
    path: '/logout',
    summary: 'Sign out',
    description: 'Ends the session, or with `everywhere=true` every session of the same person.',
    query: z.object({ everywhere: z.enum(['true', 'false']).optional() }),
    body: z.strictObject({}).meta({ description: 'May be left out.' }),
    responses: { 200: signedOutSchema, ...bodyProblems },
    metadata: {
      auth: 'anyone',
      limit: 'writes',
      credentials: 'include',
      usesSession: true,
      cacheControl: 'no-store',
    } satisfies RouteMetadata,
  },
})
