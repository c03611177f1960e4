import * as z from 'zod'

/** The most changes that one `/changes` answers. */
export const MAX_CHANGES = 1000

const at = z.iso.datetime()

/** One set or delete, as the change log and the event stream tell it. */
export const changeSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('set'), user_id: z.string(), username: z.string(), timezone: z.string(), at }),
  z.object({ type: z.literal('delete'), user_id: z.string(), at }),
])

export type Change = z.infer<typeof changeSchema>

/** Where a reader of the log is. Opaque: what an answer gave is what the next request takes. */
export const cursorSchema = z
  .string()
  .regex(/^[\w-]{1,64}$/, 'must be a cursor that an answer of this service gave')
  .meta({
    description: 'Opaque: the `cursor` of the last answer, or the `Changes-Cursor` header of `/list`.',
  })

const limitMessage = `must be a whole number from 1 to ${MAX_CHANGES}`

export const changesLimitSchema = z
  .string()
  .regex(/^\d{1,6}$/, limitMessage)
  .transform(Number)
  .refine((limit) => limit >= 1 && limit <= MAX_CHANGES, limitMessage)
  .meta({ type: 'integer', minimum: 1, maximum: MAX_CHANGES, default: 100 })

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
        cursor: 'a3-7',
        more: false,
      },
    ],
  })
