import * as z from 'zod'
import { EXAMPLE_RECORD, timezoneRecordSchema, visibilitySchema } from './timezone-record.ts'
import { userIdSchema } from './user-text.ts'

/** The body of `/visibility`. A session may leave out the id. */
export const setVisibilitySchema = z
  .strictObject({ visibility: visibilitySchema, user_id: userIdSchema.optional() })
  .meta({ id: 'SetVisibility', examples: [{ user_id: EXAMPLE_RECORD.user.id, visibility: 'unlisted' }] })

/** The record, and who sees it from now on. */
export const savedVisibilitySchema = timezoneRecordSchema
  .extend({ message: z.literal('Visibility saved'), visibility: visibilitySchema })
  .meta({
    id: 'SavedVisibility',
    examples: [{ message: 'Visibility saved', ...EXAMPLE_RECORD, visibility: 'unlisted' }],
  })
