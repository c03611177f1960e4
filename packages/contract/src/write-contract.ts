import * as z from 'zod'
import { EXAMPLE_WEEK, givenWeekSchema, showSchema, storedAvailabilitySchema } from './availability.ts'
import { problemCodeSchema, problemSchema } from './problem.ts'
import { givenFields, savedRecordSchema, timezoneInputSchema, visibilitySchema } from './record.ts'
import { bodyProblems, c, noFields, type RouteMetadata, writeConditions } from './route-policy.ts'
import { cleanedUsernameSchema, givenUsernameSchema, userIdSchema } from './user-text.ts'

const setTimezoneSchema = z
  .strictObject({
    timezone: timezoneInputSchema,
    user_id: userIdSchema.optional(),
    username: givenUsernameSchema.optional(),
    ...givenFields,
  })
  .meta({
    id: 'SetTimezone',
    examples: [{ user_id: '80351110224678912', username: 'nelly', timezone: 'europe/kiev' }],
  })

export type SetFields = Omit<z.infer<typeof setTimezoneSchema>, 'user_id' | 'username' | 'timezone'>

const savedTimezoneSchema = savedRecordSchema
  .extend({ message: z.literal('Timezone saved') })
  .meta({ id: 'SavedTimezone' })

const deletedTimezoneSchema = z
  .object({
    message: z.literal('Timezone deleted'),
    deleted: z.boolean().describe('False if there was no record.'),
  })
  .meta({ id: 'DeletedTimezone' })

const setVisibilitySchema = z
  .strictObject({ visibility: visibilitySchema, user_id: userIdSchema.optional() })
  .meta({ id: 'SetVisibility', examples: [{ user_id: '1', visibility: 'unlisted' }] })

const savedVisibilitySchema = savedRecordSchema
  .extend({ message: z.literal('Visibility saved'), visibility: visibilitySchema })
  .meta({ id: 'SavedVisibility' })

const setAvailabilitySchema = z
  .strictObject({ user_id: userIdSchema.optional(), weekly: givenWeekSchema, show: showSchema.optional() })
  .meta({
    id: 'SetAvailability',
    examples: [{ user_id: '1', weekly: EXAMPLE_WEEK, show: 'hours' }],
  })

/** The availability as it was saved: overlapping and touching hours are merged. */
const savedAvailabilitySchema = storedAvailabilitySchema
  .extend({ message: z.literal('Availability saved') })
  .meta({ id: 'SavedAvailability' })

const deletedAvailabilitySchema = z
  .object({
    message: z.literal('Availability deleted'),
    deleted: z.boolean().describe('False if there was none.'),
  })
  .meta({ id: 'DeletedAvailability' })

const MAX_BULK_RECORDS = 1000

const EXAMPLE_SET = { user_id: '80351110224678912', username: 'nelly', timezone: 'europe/kiev' }
const EXAMPLE_DELETE = { user_id: '1', delete: true }

/** A record to save. The name is cleaned; anything else that `/set` refuses is refused. */
export const bulkSetSchema = z
  .strictObject({
    ...setTimezoneSchema.shape,
    user_id: userIdSchema,
    username: cleanedUsernameSchema,
  })
  .meta({ id: 'BulkSet' })

/** A record to delete. */
export const bulkDeleteSchema = z
  .strictObject({ user_id: userIdSchema, delete: z.literal(true) })
  .meta({ id: 'BulkDelete' })

// Not a union: ogen requires that only one can fit.
const bulkRecordSchema = z.xor([bulkSetSchema, bulkDeleteSchema]).meta({ id: 'BulkRecord' })

/** The body of `/bulk`. Each record is validated separately, so that one invalid record does not refuse the others. */
const bulkRequestSchema = z
  .strictObject({
    records: z
      .array(z.custom<z.input<typeof bulkRecordSchema>>(() => true))
      .max(MAX_BULK_RECORDS, `must be at most ${MAX_BULK_RECORDS} records`)
      .meta({ items: { $ref: '#/components/schemas/BulkRecord' } }),
  })
  .meta({ id: 'BulkRequest', examples: [{ records: [EXAMPLE_SET, EXAMPLE_DELETE] }] })

const bulkResultSchema = z
  .object({
    user_id: z.string().nullable().describe('Null if the id is not valid.'),
    status: z
      .enum(['saved', 'deleted', 'absent', 'refused'])
      .describe('`absent`: there was no record to delete.'),
    code: problemCodeSchema.optional().describe('Why it was refused.'),
    message: z.string().optional().describe('Why it was refused, in a sentence for people.'),
  })
  .meta({ id: 'BulkResult' })

const bulkAnswerSchema = z.object({ results: z.array(bulkResultSchema) }).meta({ id: 'BulkAnswer' })

const write = { auth: 'writer', limit: 'writes', cacheControl: 'no-store' } satisfies RouteMetadata

const deleteTimezone = {
  method: 'DELETE',
  path: '/delete',
  summary: 'Delete a time zone',
  description: 'Removes one user’s record. A second delete succeeds with `deleted: false`.',
  headers: writeConditions,
  query: z.object({ user_id: userIdSchema.optional() }),
  responses: { 200: deletedTimezoneSchema, 412: problemSchema },
  metadata: write,
} as const

/** The routes that write records. */
export const writeRoutes = c.router({
  setTimezone: {
    method: 'POST',
    path: '/set',
    summary: 'Save a time zone',
    description: 'Creates or replaces one user’s record. The body is JSON or a URL-encoded form.',
    headers: writeConditions,
    body: setTimezoneSchema,
    responses: { 200: savedTimezoneSchema, 412: problemSchema, ...bodyProblems },
    metadata: { ...write, isTagged: true, checksSession: true } satisfies RouteMetadata,
  },
  deleteTimezone,
  deleteTimezoneByPost: {
    ...deleteTimezone,
    method: 'POST',
    summary: 'Delete a time zone, for clients that cannot send DELETE',
    description: 'Does what `DELETE /delete` does.',
    body: noFields,
    responses: { ...deleteTimezone.responses, ...bodyProblems },
  },
  setVisibility: {
    method: 'PUT',
    path: '/visibility',
    summary: 'Choose who sees a record',
    description:
      'Changes nothing else about the record. In the change feed, a record that is no longer public appears as a `delete`, and one that becomes public as a `set`. Returns 404 if the user has no record.',
    headers: writeConditions,
    body: setVisibilitySchema,
    responses: { 200: savedVisibilitySchema, 404: problemSchema, 412: problemSchema, ...bodyProblems },
    metadata: write,
  },
  setAvailability: {
    method: 'PUT',
    path: '/availability',
    summary: 'Save when someone is available',
    description:
      'A week of hours in the record’s zone, replaced as a whole. Overlapping ones are merged. `show` is `state` unless stated. Returns 404 if the user has no record.',
    headers: writeConditions,
    body: setAvailabilitySchema,
    responses: { 200: savedAvailabilitySchema, 404: problemSchema, 412: problemSchema, ...bodyProblems },
    metadata: write,
  },
  deleteAvailability: {
    method: 'DELETE',
    path: '/availability',
    summary: 'Delete when someone is available',
    description: 'The record stays. A second delete succeeds with `deleted: false`.',
    headers: writeConditions,
    query: z.object({ user_id: userIdSchema.optional() }),
    responses: { 200: deletedAvailabilitySchema, 412: problemSchema },
    metadata: write,
  },
  writeTimezones: {
    method: 'POST',
    path: '/bulk',
    summary: 'Save or delete up to 1,000 records',
    description:
      'Returns one result for each record, in order, after the accepted ones are committed. Counts as one write for every 20 records. The body may be up to 256 KB.',
    body: bulkRequestSchema,
    responses: { 200: bulkAnswerSchema, ...bodyProblems },
    metadata: {
      ...write,
      auth: 'program',
      recordsPerCost: 20,
      maxBodyBytes: 262_144,
    } satisfies RouteMetadata,
  },
})
