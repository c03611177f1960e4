import * as z from 'zod'
import { problemCodeSchema } from './problem.ts'
import { givenVisibilitySchema, timezoneInputSchema } from './timezone-record.ts'
import { cleanedUsernameSchema, userIdSchema } from './user-text.ts'

/** The maximum number of records in one `/bulk`. */
const MAX_BULK_RECORDS = 1000

const EXAMPLE_SET = { user_id: '80351110224678912', username: 'nelly', timezone: 'europe/kiev' }
const EXAMPLE_DELETE = { user_id: '1', delete: true }

/** A record to save. The name is cleaned; anything else that `/set` refuses is refused. */
export const bulkSetSchema = z
  .strictObject({
    user_id: userIdSchema,
    username: cleanedUsernameSchema,
    timezone: timezoneInputSchema,
    visibility: givenVisibilitySchema,
  })
  .meta({ id: 'BulkSet', examples: [EXAMPLE_SET] })

/** A record to delete. */
export const bulkDeleteSchema = z
  .strictObject({ user_id: userIdSchema, delete: z.literal(true) })
  .meta({ id: 'BulkDelete', examples: [EXAMPLE_DELETE] })

/** One entry of `/bulk`. */
export const bulkRecordSchema = z
  .union([bulkSetSchema, bulkDeleteSchema])
  .meta({ id: 'BulkRecord', examples: [EXAMPLE_SET] })

/** The body of `/bulk`. Each record is validated separately, so that one invalid record does not refuse the others. */
export const bulkRequestSchema = z
  .strictObject({
    records: z
      .array(z.custom<z.input<typeof bulkRecordSchema>>(() => true))
      .max(MAX_BULK_RECORDS, `must be at most ${MAX_BULK_RECORDS} records`)
      .meta({ items: { $ref: '#/components/schemas/BulkRecord' } }),
  })
  .meta({ id: 'BulkRequest', examples: [{ records: [EXAMPLE_SET, EXAMPLE_DELETE] }] })

/** The result for one record. */
const bulkResultSchema = z
  .object({
    user_id: z.string().nullable().meta({ description: 'Null when the id is not valid.' }),
    status: z
      .enum(['saved', 'deleted', 'absent', 'refused'])
      .meta({ description: '`absent`: there was no record to delete.' }),
    code: problemCodeSchema.optional().meta({ description: 'Why it was refused.' }),
    message: z.string().optional().meta({ description: 'Why it was refused, in a sentence for people.' }),
  })
  .meta({ id: 'BulkResult', examples: [{ user_id: '80351110224678912', status: 'saved' }] })

/** One result for each record, in the order of the request. */
export const bulkAnswerSchema = z.object({ results: z.array(bulkResultSchema) }).meta({
  id: 'BulkAnswer',
  examples: [
    {
      results: [
        { user_id: '80351110224678912', status: 'saved' },
        { user_id: '1', status: 'absent' },
      ],
    },
  ],
})
