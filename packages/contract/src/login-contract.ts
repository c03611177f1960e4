import * as z from 'zod'
import { problemSchema } from './problem.ts'
import { ownFields } from './record.ts'
import { bodyProblems, c, noFields, notModified, type RouteMetadata } from './route-policy.ts'

// Browsers read a backslash as a slash and drop tabs and line breaks before they parse a URL.
const AMBIGUOUS = /[\\\p{Cc}]/u
// Stands for the origin at which a browser reaches the service.
const OWN_ORIGIN = 'http://own.invalid'
// The redirect travels in a cookie, and proxies commonly buffer 4 KB of response headers.
const MAX_REDIRECT_CHARACTERS = 1000

/** As a browser requests it. Undefined if a browser, or a proxy that decodes it, could take it for another site's URL. */
function toOwnPath(redirect: string): string | undefined {
  const [path = ''] = redirect.split(/[?#]/, 1)
  // Each round of decoding shortens the text, so the length limit also limits the number of rounds.
  if (redirect.length > MAX_REDIRECT_CHARACTERS || AMBIGUOUS.test(redirect)) return undefined
  if (!decodings(path).every(staysOnOwnOrigin)) return undefined
  const { pathname, search, hash } = new URL(redirect, OWN_ORIGIN)
  const normalized = pathname + search + hash
  return normalized.length <= MAX_REDIRECT_CHARACTERS ? normalized : undefined
}

/** Where to send a browser after login: a path on this service, never another site. */
const redirectSchema = z
  .string()
  .refine(
    (redirect) => toOwnPath(redirect) !== undefined,
    `must be a path of this service, such as /me, of at most ${MAX_REDIRECT_CHARACTERS} characters`,
  )
  .transform((redirect) => toOwnPath(redirect) ?? '/')
  .meta({
    maxLength: MAX_REDIRECT_CHARACTERS,
    pattern: String.raw`^/(?:[^/\\\u0000-\u001f\u007f-\u009f][^\\\u0000-\u001f\u007f-\u009f]*)?$`,
    format: 'own-path',
    description: 'A path of this service to return to; absolute addresses are refused.',
    example: '/',
  })

/** A person who has signed in. */
export const signedInUserSchema = z
  .object({
    id: z.string().meta({ description: 'The user id of their record.', example: '80351110224678912' }),
    username: z
      .string()
      .meta({ description: 'Their name at the provider, as of their last login.', example: 'nelly' }),
    provider: z.string().meta({ description: 'Where they signed in.', example: 'discord' }),
    avatar: z.string().nullable().describe('The hash of their picture at Discord, if any.'),
    discriminator: z
      .string()
      .nullable()
      .describe('The number at the end of older Discord names; `0` for newer ones.'),
  })
  .meta({ id: 'SignedInUser' })

/** A login provider; `name` is shown to people. */
export const loginProviderSchema = z
  .object({ id: z.string(), name: z.string() })
  .meta({ id: 'LoginProvider' })

const signInOptionsSchema = z
  .object({
    writes: z
      .enum(['open', 'required'])
      .describe('`open`: anyone writes any record. `required`: a session or an API key.'),
    reads: z.enum(['public', 'required']),
    providers: z
      .array(loginProviderSchema)
      .describe('Each login starts at `/auth/{id}`; `name` is for people.'),
    discord_install_url: z
      .url()
      .nullable()
      .describe('Where people add the service’s commands to Discord; null if it has none.'),
  })
  .meta({ id: 'SignInOptions' })

const meSchema = z
  .object({
    user: signedInUserSchema,
    ...ownFields,
    admin: z
      .boolean()
      .describe('Whether the person is an admin, who may manage the API keys and act as one.'),
  })
  .meta({ id: 'Me' })

export type Me = z.infer<typeof meSchema>

const signedInSchema = z
  .object({ message: z.literal('Signed in'), user: signedInUserSchema })
  .meta({ id: 'SignedIn' })

const signedOutSchema = z
  .object({
    message: z.literal('Signed out'),
    ended: z.int().describe('How many sessions ended.'),
  })
  .meta({ id: 'SignedOut' })

const pathParams = z.object({
  provider: z
    .string()
    .meta({ description: 'The `id` of a provider that `/auth` lists.', example: 'discord' }),
})

const login = { auth: 'anyone', limit: 'writes', cacheControl: 'no-store' } satisfies RouteMetadata

/** The routes to sign in and out. */
export const loginRoutes = c.router({
  getMe: {
    method: 'GET',
    path: '/me',
    summary: 'Who is signed in',
    description: 'The person whose session it is, and their time zone.',
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
    metadata: { ...login, maxSeconds: 15 } satisfies RouteMetadata,
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
    metadata: { ...login, credentials: 'include', maxSeconds: 15 } satisfies RouteMetadata,
  },
  logout: {
    method: 'POST',
    path: '/logout',
    summary: 'Sign out',
    description: 'Ends the session, or with `everywhere=true` every session of the same person.',
    query: z.object({ everywhere: z.enum(['true', 'false']).optional() }),
    body: noFields,
    responses: { 200: signedOutSchema, ...bodyProblems },
    metadata: { ...login, credentials: 'include', usesSession: true } satisfies RouteMetadata,
  },
})

/** The path itself and the result of each round of decoding; the last one cannot be decoded further. */
function decodings(path: string): string[] {
  try {
    const decoded = decodeURIComponent(path)
    return decoded === path ? [path] : [path, ...decodings(decoded)]
  } catch {
    return [path]
  }
}

function staysOnOwnOrigin(path: string): boolean {
  if (!path.startsWith('/') || AMBIGUOUS.test(path)) return false
  // A decoded `?` or `#` is still part of the path.
  const url = URL.parse(path.replace(/[?#]/g, '_'), OWN_ORIGIN)
  return url !== null && url.origin === OWN_ORIGIN && !url.pathname.startsWith('//')
}
