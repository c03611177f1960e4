import * as z from 'zod'

// Browsers read a backslash as a slash, and drop tabs and line breaks before they look at the address.
const AMBIGUOUS = /[\\\p{Cc}]/u

/** Where a login leads to: a path of this service, never another site. */
export const redirectSchema = z
  .string()
  .max(2000, 'must have at most 2000 characters')
  .refine((redirect) => {
    // A proxy on the way may decode escapes before a browser sees them.
    const path = fullyDecoded(redirect.split(/[?#]/, 1)[0] ?? '')
    return /^\/(?!\/)/.test(path) && !AMBIGUOUS.test(path) && !AMBIGUOUS.test(redirect)
  }, 'must be a path of this service, such as /me')
  .meta({ description: 'A path of this service to go on at; absolute addresses are refused.', example: '/' })

/** Somebody who has signed in. */
export const signedInUserSchema = z.object({
  id: z.string().meta({ description: 'The user id of his record.', example: '80351110224678912' }),
  username: z
    .string()
    .meta({ description: 'His name at the provider, at his last login.', example: 'nelly' }),
  provider: z.string().meta({ description: 'Where he signed in.', example: 'discord' }),
})

/** How one may sign in and write here. */
export const signInOptionsSchema = z
  .object({
    writes: z
      .enum(['open', 'required'])
      .meta({ description: '`open`: anybody writes any record. `required`: with a session or an API key.' }),
    reads: z.enum(['public', 'required']),
    providers: z
      .array(z.object({ id: z.string(), name: z.string() }))
      .meta({ description: 'Each begins at `/auth/{id}`; `name` is for people.' }),
  })
  .meta({
    examples: [{ writes: 'required', reads: 'public', providers: [{ id: 'discord', name: 'Discord' }] }],
  })

/** Whatever a chain of decoders would make of it; what cannot be decoded stays. */
function fullyDecoded(path: string): string {
  try {
    const decoded = decodeURIComponent(path)
    return decoded === path ? path : fullyDecoded(decoded)
  } catch {
    return path
  }
}
