import * as z from 'zod'

// Browsers read a backslash as a slash and drop tabs and line breaks before they parse a URL.
const AMBIGUOUS = /[\\\p{Cc}]/u
// Stands for the origin at which a browser reaches the service.
const OWN_ORIGIN = 'http://own.invalid'
// The redirect travels in a cookie, and proxies commonly buffer 4 KB of response headers.
const MAX_REDIRECT_CHARACTERS = 1000

/**
 * A path on this service in the form in which a browser requests it: dot segments resolved, escapes kept.
 * Undefined if a browser, or a proxy that decodes escapes first, could take it for a URL of another site.
 */
export function toOwnPath(redirect: string): string | undefined {
  const [path = ''] = redirect.split(/[?#]/, 1)
  // Each round of decoding shortens the text, so the length limit also limits the number of rounds.
  if (redirect.length > MAX_REDIRECT_CHARACTERS || AMBIGUOUS.test(redirect)) return undefined
  if (!decodings(path).every(staysOnOwnOrigin)) return undefined
  const { pathname, search, hash } = new URL(redirect, OWN_ORIGIN)
  const normalized = pathname + search + hash
  return normalized.length <= MAX_REDIRECT_CHARACTERS ? normalized : undefined
}

/** Where to send a browser after login: a path on this service, never another site. */
export const redirectSchema = z
  .string()
  .refine(
    (redirect) => toOwnPath(redirect) !== undefined,
    `must be a path of this service, such as /me, of at most ${MAX_REDIRECT_CHARACTERS} characters`,
  )
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
    avatar: z.string().nullable().meta({ description: 'The hash of their picture at Discord, if any.' }),
    discriminator: z
      .string()
      .nullable()
      .meta({ description: 'The number at the end of older Discord names; `0` for newer ones.' }),
  })
  .meta({ id: 'SignedInUser' })

export const EXAMPLE_SIGNED_IN_USER = {
  id: '80351110224678912',
  username: 'nelly',
  provider: 'discord',
  avatar: '8342729096ea3675442027381ff50dfe',
  discriminator: '0',
}

/** A login provider; `name` is shown to people. */
export const loginProviderSchema = z
  .object({ id: z.string(), name: z.string() })
  .meta({ id: 'LoginProvider', examples: [{ id: 'discord', name: 'Discord' }] })

/** How to sign in and who may write. */
export const signInOptionsSchema = z
  .object({
    writes: z
      .enum(['open', 'required'])
      .meta({ description: '`open`: anyone writes any record. `required`: a session or an API key.' }),
    reads: z.enum(['public', 'required']),
    providers: z
      .array(loginProviderSchema)
      .meta({ description: 'Each login starts at `/auth/{id}`; `name` is for people.' }),
  })
  .meta({
    id: 'SignInOptions',
    examples: [{ writes: 'required', reads: 'public', providers: [{ id: 'discord', name: 'Discord' }] }],
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
