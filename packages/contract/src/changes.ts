import * as z from 'zod'
import { limitSchema } from './limit.ts'

/** The maximum number of changes in one `/changes` response. */
export const MAX_CHANGES = 1000

const at = z.iso.datetime()

const EXAMPLE_DELETE = { type: 'delete', user_id: '1', at: '2026-11-21T12:00:00.000Z' }

/** A user's record was created or replaced. */
const setChangeSchema = z
  .object({ type: z.literal('set'), user_id: z.string(), username: z.string(), timezone: z.string(), at })
  .meta({
    id: 'SetChange',
    examples: [{ ...EXAMPLE_DELETE, type: 'set', username: 'nelly', timezone: 'Europe/Kiev' }],
  })

/** A user's record was removed. */
const deleteChangeSchema = z
  .object({ type: z.literal('delete'), user_id: z.string(), at })
  .meta({ id: 'DeleteChange', examples: [EXAMPLE_DELETE] })

/** A user's latest state, as `/changes` and the event stream report it. */
export const changeSchema = z.discriminatedUnion('type', [setChangeSchema, deleteChangeSchema]).meta({
  id: 'Change',
  discriminator: {
    propertyName: 'type',
    mapping: {
      set: '#/components/schemas/SetChange',
      delete: '#/components/schemas/DeleteChange',
    },
  },
  examples: [EXAMPLE_DELETE],
})

export type Change = z.infer<typeof changeSchema>

const NUMBER = '(?:0|[1-9a-z][0-9a-z]{0,9})'
// Cursors of earlier versions, which have expired, lack the first part.
const CURSOR = new RegExp(`^(?:[0-9a-f]{12}-)?${NUMBER}-${NUMBER}(?:-${NUMBER}-${NUMBER})?$`)

/** A reader's position in the feed. Opaque: send back what a response contained. */
export const cursorSchema = z.string().regex(CURSOR, 'must be a cursor that this service returned').meta({
  format: 'changes-cursor',
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
    id: 'ChangesPage',
    examples: [
      {
        changes: [EXAMPLE_DELETE],
        cursor: '6e5680ce2097-a3-7',
        more: false,
      },
    ],
  })
