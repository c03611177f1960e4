import * as z from 'zod'
import { limitSchema } from './limit.ts'

/** The most changes that one `/changes` answers. */
export const MAX_CHANGES = 1000

const at = z.iso.datetime()

/** A user's latest state, as `/changes` and the event stream report it. */
export const changeSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('set'), user_id: z.string(), username: z.string(), timezone: z.string(), at }),
  z.object({ type: z.literal('delete'), user_id: z.string(), at }),
])

export type Change = z.infer<typeof changeSchema>

/** How far a reader of the feed has come. Opaque: send back what a response gave. */
export const cursorSchema = z
  .string()
  .regex(/^[\w-]{1,64}$/, 'must be a cursor that this service returned')
  .meta({
    description: 'Opaque: the `cursor` of the last response, or the `Changes-Cursor` header of `/list`.',
  })

export const changesLimitSchema = limitSchema({ max: MAX_CHANGES, initial: 100 })

export const changesPageSchema = z
  .object({
    changes: z.array(changeSchema),
    cursor: cursorSchema,
    more: z.boolean().meta({ description: 'True when there are further changes now.' }),
  })
  .meta({
    examples: [
      {
        changes: [{ type: 'delete', user_id: '1', at: '2026-11-21T12:00:00.000Z' }],
        cursor: '6e5680ce2097-a3-7',
        more: false,
      },
    ],
  })
