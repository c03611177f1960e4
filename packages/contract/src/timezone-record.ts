import * as z from 'zod'
import { givenUsernameSchema, listPattern, userIdSchema } from './user-text.ts'

/** Any text. The service decides whether it is a zone name, because its list is newer than its clients'. */
export const timezoneInputSchema = z
  .string({ error: (issue) => (issue.input === undefined ? 'is required' : 'must be text') })
  .trim()
  .min(1, 'must not be empty')
  .meta({
    format: 'time-zone',
    description: 'An IANA time-zone name, links included, in any letter case. Offsets are rejected.',
    example: 'Europe/Berlin',
  })

const instant = z.iso
  .datetime()
  .nullable()
  .meta({ description: 'RFC 3339, UTC; null for records older than this field.' })

/** The record that examples show. */
export const EXAMPLE_RECORD = {
  user: { id: '80351110224678912', username: 'nelly' },
  timezone: 'Europe/Kiev',
  canonical: 'Europe/Kyiv',
  created_at: '2026-11-20T08:30:00.000Z',
  updated_at: '2026-11-21T12:00:00.000Z',
}

const EXAMPLE_FOUND = {
  username: EXAMPLE_RECORD.user.username,
  timezone: EXAMPLE_RECORD.timezone,
  canonical: EXAMPLE_RECORD.canonical,
  updated_at: EXAMPLE_RECORD.updated_at,
}

/** Whose record it is. */
export const recordUserSchema = z
  .object({ id: z.string(), username: z.string() })
  .meta({ id: 'RecordUser', examples: [EXAMPLE_RECORD.user] })

/** One user's record. */
export const timezoneRecordSchema = z
  .object({
    user: recordUserSchema,
    timezone: z.string().meta({ description: 'The zone name as it was saved, in IANA’s spelling.' }),
    canonical: z
      .string()
      .meta({ description: 'The current name of the same zone, from CLDR: Europe/Kyiv for Europe/Kiev.' }),
    created_at: instant,
    updated_at: instant,
  })
  .meta({ id: 'TimezoneRecord', examples: [EXAMPLE_RECORD] })

/** Who sees a record. */
export const visibilitySchema = z.enum(['public', 'unlisted', 'private']).meta({
  id: 'Visibility',
  description:
    '`public`: everyone. `unlisted`: anyone who knows the id; not in lists, searches, statistics or the change feed. `private`: the person, and API keys with the scope `admin`.',
  examples: ['unlisted'],
})

/** Who is to see a record that is saved. */
export const givenVisibilitySchema = visibilitySchema.optional().meta({
  description:
    'Who sees the record from now on. Without it, an existing record keeps its own, and a new one gets the service’s default.',
})

/** The body of `/set`. A session may leave out the id and the name. */
export const setTimezoneSchema = z
  .strictObject({
    timezone: timezoneInputSchema,
    user_id: userIdSchema.optional(),
    username: givenUsernameSchema.optional(),
    visibility: givenVisibilitySchema,
  })
  .meta({
    id: 'SetTimezone',
    examples: [{ user_id: '80351110224678912', username: 'nelly', timezone: 'europe/kiev' }],
  })

/** The record as it was saved. */
export const savedTimezoneSchema = timezoneRecordSchema
  .extend({ message: z.literal('Timezone saved') })
  .meta({ id: 'SavedTimezone', examples: [{ message: 'Timezone saved', ...EXAMPLE_RECORD }] })

export const deletedTimezoneSchema = z
  .object({
    message: z.literal('Timezone deleted'),
    deleted: z.boolean().meta({ description: 'False when there was no record.' }),
  })
  .meta({ id: 'DeletedTimezone', examples: [{ message: 'Timezone deleted', deleted: true }] })

/** The maximum number of ids in one `/lookup`. */
export const MAX_LOOKUP_IDS = 100

/** Ids separated by commas. A repeated id has one entry in the response. */
export const lookupIdsSchema = z
  .string({ error: 'is required: user ids, separated by commas' })
  .transform((list) => [...new Set(list.split(','))])
  .pipe(z.array(userIdSchema).max(MAX_LOOKUP_IDS, `must be at most ${MAX_LOOKUP_IDS} ids`))
  .meta({
    pattern: listPattern(MAX_LOOKUP_IDS),
    format: 'user-ids',
    description: 'Up to 100 user ids, separated by commas.',
    example: '80351110224678912,1',
  })

/** A record in `/list`. Existing clients rely on these two fields and no others. */
export const listedTimezoneSchema = z
  .object({ username: z.string(), timezone: z.string() })
  .meta({ id: 'ListedTimezone', examples: [{ username: 'nelly', timezone: 'Europe/Kiev' }] })

/** A record in `/lookup`. */
const foundTimezoneSchema = listedTimezoneSchema
  .extend({ canonical: z.string(), updated_at: instant })
  .meta({ id: 'FoundTimezone', examples: [EXAMPLE_FOUND] })

/** Every public record by user id, as a bare object, which existing clients expect. */
export const timezoneListSchema = byUserId(listedTimezoneSchema, 'ListedTimezone').meta({
  id: 'TimezoneList',
  examples: [{ '80351110224678912': { username: 'nelly', timezone: 'Europe/Kiev' } }],
})

/** The records for the ids of a `/lookup` request, and the ids without one. */
export const lookupAnswerSchema = z
  .object({ users: byUserId(foundTimezoneSchema, 'FoundTimezone'), missing: z.array(z.string()) })
  .meta({ id: 'LookupAnswer', examples: [{ users: { '80351110224678912': EXAMPLE_FOUND }, missing: ['1'] }] })

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
