import * as z from 'zod'
import { EXAMPLE_RECORD, timezoneRecordSchema } from './timezone-record.ts'
import { userIdSchema } from './user-text.ts'

/** Who sees a record. */
export const visibilitySchema = z.enum(['public', 'unlisted', 'private']).meta({
  description:
    '`public`: everyone. `unlisted`: anyone who knows the id; not in lists, searches, statistics or the change feed. `private`: the person, and API keys with the scope `admin`.',
  examples: ['unlisted'],
})

/** The body of `/visibility`. A session may leave out the id. */
export const setVisibilitySchema = z
  .strictObject({ visibility: visibilitySchema, user_id: userIdSchema.optional() })
  .meta({ examples: [{ user_id: EXAMPLE_RECORD.user.id, visibility: 'unlisted' }] })

/** The record, and who sees it from now on. */
export const savedVisibilitySchema = timezoneRecordSchema
  .extend({ message: z.literal('Visibility saved'), visibility: visibilitySchema })
  .meta({ examples: [{ message: 'Visibility saved', ...EXAMPLE_RECORD, visibility: 'unlisted' }] })
