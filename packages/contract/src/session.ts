import * as z from 'zod'
import { EXAMPLE_SIGNED_IN_USER, signedInUserSchema } from './login.ts'
import { EXAMPLE_RECORD, visibilitySchema } from './timezone-record.ts'

/** The signed-in person. */
export const meSchema = z
  .object({
    user: signedInUserSchema,
    timezone: z.string().nullable().meta({ description: 'Null when the person has no record.' }),
    visibility: visibilitySchema.nullable().meta({ description: 'Null when the person has no record.' }),
    admin: z.boolean().meta({ description: 'Whether the person may manage the API keys.' }),
  })
  .meta({
    id: 'Me',
    examples: [
      { user: EXAMPLE_SIGNED_IN_USER, timezone: EXAMPLE_RECORD.timezone, visibility: 'public', admin: false },
    ],
  })

export type Me = z.infer<typeof meSchema>

/** The response to a login that was not started with `redirect`. */
export const signedInSchema = z
  .object({ message: z.literal('Signed in'), user: signedInUserSchema })
  .meta({ id: 'SignedIn', examples: [{ message: 'Signed in', user: EXAMPLE_SIGNED_IN_USER }] })

/** The response to a logout. */
export const signedOutSchema = z
  .object({
    message: z.literal('Signed out'),
    ended: z.number().int().meta({ description: 'How many sessions ended.' }),
  })
  .meta({ id: 'SignedOut', examples: [{ message: 'Signed out', ended: 1 }] })
