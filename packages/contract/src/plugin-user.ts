import * as z from 'zod'
import { timezoneInputSchema } from './timezone-record.ts'
import { userIdSchema } from './user-text.ts'

const EXAMPLE_USER = { userId: '80351110224678912', timezoneId: 'America/St_Johns', timezone: '-3:30' }

/** A user's record under `/api`. */
export const pluginUserSchema = z
  .object({
    userId: z.string(),
    timezoneId: z.string().meta({ description: 'The zone name as it was saved.' }),
    timezone: z
      .string()
      .regex(/^(?:0|[+-]\d{1,2}(?::\d\d)?)$/)
      .meta({ description: 'The current offset from UTC: `0`, `+5`, `-5`, `+5:30`, `-3:30`.' }),
  })
  .meta({ id: 'PluginUser', examples: [EXAMPLE_USER] })

export type PluginUser = z.infer<typeof pluginUserSchema>

/** The maximum number of ids in one `POST /api/user/bulk`. */
const MAX_PLUGIN_IDS = 500

// Discord's ids have at most 19 digits. The body reader turns those too large for a double into strings.
const numericIdSchema = z
  .number()
  .int()
  .nonnegative()
  .meta({ maximum: undefined, exclusiveMaximum: 1e19 })
  .transform(String)

/** User ids as strings or numbers. */
export const pluginIdsSchema = z
  .array(z.union([userIdSchema, numericIdSchema]))
  .max(MAX_PLUGIN_IDS, `must be at most ${MAX_PLUGIN_IDS} ids`)
  .meta({ id: 'PluginIds', examples: [[EXAMPLE_USER.userId, '1']] })

/**
 * One entry per id; null for a user without a record. zod's `record` drops the key `__proto__`, which is a valid id.
 */
export const pluginUsersSchema = z
  .custom<Record<string, PluginUser | null>>(
    (value) =>
      typeof value === 'object' &&
      value !== null &&
      Object.values(value).every((user) => pluginUserSchema.nullable().safeParse(user).success),
    'must be an object of records by user id',
  )
  .meta({
    id: 'PluginUsers',
    type: 'object',
    additionalProperties: { anyOf: [{ $ref: '#/components/schemas/PluginUser' }, { type: 'null' }] },
    examples: [{ [EXAMPLE_USER.userId]: EXAMPLE_USER, 1: null }],
  })

export const pluginUserExistsSchema = z
  .object({ exists: z.literal(true) })
  .meta({ id: 'PluginUserExists', examples: [{ exists: true }] })

/** The same value in two spellings, because older and newer clients read different ones. */
export const pluginStatusSchema = z
  .object({
    loggedIn: z.boolean(),
    // Otherwise Go generators name both fields `LoggedIn`.
    logged_in: z.boolean().meta({ 'x-go-name': 'LoggedInSnakeCase' }),
  })
  .meta({ id: 'PluginStatus', examples: [{ loggedIn: true, logged_in: true }] })

/** The body of `PUT /api/user`. */
export const setPluginUserSchema = z
  .strictObject({ timezone: timezoneInputSchema })
  .meta({ id: 'SetPluginUser', examples: [{ timezone: 'America/St_Johns' }] })

export const deletedPluginUserSchema = z
  .object({ deleted: z.boolean().meta({ description: 'False when there was no record.' }) })
  .meta({ id: 'DeletedPluginUser', examples: [{ deleted: true }] })
