import * as z from 'zod'
import { shownHoursSchema, storedAvailabilitySchema } from './availability.ts'
import { givenText } from './user-text.ts'

// Twice as many as the longest name has.
const MAX_ZONE_CHARACTERS = 64

/** Any short text. The service decides whether it is a zone name, because its list is newer than its clients'. */
export const timezoneInputSchema = givenText
  .trim()
  .min(1, 'must not be empty')
  .max(MAX_ZONE_CHARACTERS, `must have at most ${MAX_ZONE_CHARACTERS} characters`)
  .meta({
    format: 'time-zone',
    description: 'An IANA time zone name, links included, in any letter case. Offsets are rejected.',
    example: 'Europe/Berlin',
  })

/** When a record was created or saved. */
export const instant = z.iso
  .datetime()
  .nullable()
  .describe('RFC 3339, UTC; null for records older than this field.')

/** A wall time with its offset. Not `date-time`, for which some generated parsers accept UTC alone. */
export const localTimeSchema = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/)
  .describe('RFC 3339, with the offset.')

/** What responses show, with what their examples are made of. */
export const shownUsername = z.string().meta({ example: 'nelly' })
export const shownTimezone = z.string().meta({ example: 'Europe/Kiev' })
export const shownCanonical = z.string().meta({ example: 'Europe/Kyiv' })

/** Whose record it is. */
export const recordUserSchema = z
  .object({ id: z.string().meta({ example: '80351110224678912' }), username: shownUsername })
  .meta({ id: 'RecordUser' })

/** Who sees a record. */
export const visibilitySchema = z.enum(['public', 'unlisted', 'private']).meta({
  id: 'Visibility',
  description:
    '`public`: everyone. `unlisted`: anyone who knows the id; not in lists, searches, statistics or the change feed. `private`: the person, API keys with the scope `admin`, and admins who act as such.',
})

const timezone = shownTimezone.describe('The zone name as it was saved, in IANA’s spelling.')

// What a person may add to their record.
const addedFields = {
  availability: storedAvailabilitySchema,
}

/** What others see of that, if they see the record. */
export const shownFields = z.object({
  availability: shownHoursSchema.describe(
    'When the user is available, if they have set and show their hours.',
  ),
})

/** What a person may set with a zone; without a field, an existing record keeps its own. */
export const givenFields = {
  visibility: visibilitySchema
    .optional()
    .describe(
      'Who sees the record from now on. Without it, an existing record keeps its own, and a new one gets the service’s default.',
    ),
}

/** A record by its columns: the service does not compile while one is missing. Bodies take their fields from here. */
export const storedRecordSchema = z.object({
  user_id: z.string(),
  username: z.string(),
  timezone,
  created_at: instant,
  updated_at: instant,
  visibility: visibilitySchema,
  ...orNull(addedFields),
})

/** A record with all that is stored, by columns. */
export type StoredRecord = z.infer<typeof storedRecordSchema>

/** What people read of their own record: all null without one. */
export const ownFields = orNull({ timezone, visibility: visibilitySchema, ...addedFields })

/** One user's record as the writes of it return it. */
export const savedRecordSchema = z.object({
  user: recordUserSchema,
  timezone,
  canonical: shownCanonical.describe(
    'The current name of the same zone, from CLDR: Europe/Kyiv for Europe/Kiev.',
  ),
  created_at: instant,
  updated_at: instant,
})

/** One user's record. */
export const timezoneRecordSchema = savedRecordSchema
  .extend(orNull(shownFields.shape))
  .meta({ id: 'TimezoneRecord' })

/** The same fields, each null where there is none. */
function orNull<Shape extends Record<string, z.ZodType>>(shape: Shape) {
  const nullable = Object.entries(shape).map(([name, schema]) => {
    const { id, description } = schema.meta() ?? {}
    const field = schema.nullable()
    return [name, id === undefined && description ? field.meta({ description }) : field]
  })
  return Object.fromEntries(nullable) as { [Name in keyof Shape]: z.ZodNullable<Shape[Name]> }
}

/**
 * An object keyed by user id. zod's own `record` drops the key `__proto__`, which is a valid id. `name` is the entry's
 * schema name in the OpenAPI document, which a custom schema cannot derive.
 */
export function byUserId<Entry extends z.ZodType>(entry: Entry, name: string) {
  return z
    .custom<Record<string, z.output<Entry>>>(
      (value) =>
        typeof value === 'object' &&
        value !== null &&
        Object.values(value).every((inner) => entry.safeParse(inner).success),
      'must be an object of records by user id',
    )
    .meta({ type: 'object', additionalProperties: { $ref: `#/components/schemas/${name}` } })
}
