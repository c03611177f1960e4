import * as z from 'zod'
import { availabilitySchema } from './availability.ts'
import {
  FORBIDDEN_CHARACTER,
  MAX_TEXT_CHARACTERS,
  withoutLineSeparators,
  withoutSurroundings,
} from './clean-text.ts'
import { problemSchema } from './problem.ts'
import {
  byUserId,
  instant,
  localTimeSchema,
  recordUserSchema,
  shownCanonical,
  shownTimezone,
  shownUsername,
  timezoneRecordSchema,
} from './record.ts'
import { c, limitSchema, notModified, type RouteMetadata } from './route-policy.ts'
import { givenText, listPattern, USER_TEXT_PATTERN, userIdSchema } from './user-text.ts'

/** The maximum number of ids in one `/lookup`. */
export const MAX_LOOKUP_IDS = 100

/** Ids separated by commas. A repeated id has one entry in the response. */
const lookupIdsSchema = z
  .string({ error: 'is required: user ids, separated by commas' })
  .transform((list) => [...new Set(list.split(',').map(withoutSurroundings))])
  .pipe(z.array(userIdSchema).max(MAX_LOOKUP_IDS, `must be at most ${MAX_LOOKUP_IDS} ids`))
  .meta({
    pattern: listPattern(MAX_LOOKUP_IDS),
    format: 'user-ids',
    description: 'Up to 100 user ids, separated by commas.',
    example: '80351110224678912,1',
  })

/** A record in `/list`. Existing clients rely on these two fields and no others. */
const listedTimezoneSchema = z
  .object({ username: shownUsername, timezone: shownTimezone })
  .meta({ id: 'ListedTimezone' })

const foundTimezoneSchema = listedTimezoneSchema
  .extend({ canonical: shownCanonical, updated_at: instant })
  .meta({ id: 'FoundTimezone' })

/** Every public record by user id, as a bare object, which existing clients expect. */
const timezoneListSchema = byUserId(listedTimezoneSchema, 'ListedTimezone').meta({ id: 'TimezoneList' })

const lookupAnswerSchema = z
  .object({ users: byUserId(foundTimezoneSchema, 'FoundTimezone'), missing: z.array(z.string()) })
  .meta({ id: 'LookupAnswer' })

const offset = z.int().describe('Seconds east of UTC.')

/** A change of a zone's offset, and the offset from then on. */
export const transitionSchema = z
  .object({ at: z.iso.datetime(), utc_offset_seconds: offset })
  .meta({ id: 'Transition' })

const userTimeSchema = listedTimezoneSchema
  .extend({
    canonical: shownCanonical,
    utc_offset_seconds: offset,
    abbreviation: z.string().describe('Such as `CET`; a number where the zone has no letters.'),
    local_time: localTimeSchema,
    zoned_time: z.string().describe('RFC 9557: the local time with the zone as saved.'),
    next_transition: transitionSchema
      .nullable()
      .describe('When the offset changes next, and to what; null if no change is known.'),
    availability: availabilitySchema
      .nullable()
      .describe(
        'Null if the user has set none, and with `at` if they show only whether they are available now.',
      ),
  })
  .meta({ id: 'UserTime' })

const timeAnswerSchema = z
  .object({
    at: z.iso.datetime().optional().describe('The moment that was asked for; absent without `at`.'),
    resolution: z
      .enum(['exact', 'skipped', 'repeated'])
      .optional()
      .describe(
        'Whether a clock change skips that wall time (then `at` is later, by as much as it skips) or repeats it (then `at` is the first); `exact` for any other. Absent without `at`.',
      ),
    users: byUserId(userTimeSchema, 'UserTime'),
    missing: z.array(z.string()),
  })
  .meta({ id: 'TimeAnswer' })

const atSchema = givenText
  .max(MAX_TEXT_CHARACTERS, `must have at most ${MAX_TEXT_CHARACTERS} characters`)
  .meta({
    format: 'moment',
    description:
      'A moment at most ten years from now: an instant (RFC 3339), a wall time with its zone (RFC 9557), or with `of` that person’s wall time. A space where `+` belongs is read as `+`.',
    example: '2026-12-24T15:00[Europe/Berlin]',
  })

const ofSchema = userIdSchema.describe('The user in whose zone `at` is a wall time.')

/** The maximum number of users in one `/search` response. */
export const MAX_SEARCH_RESULTS = 20

const MIN_CHARACTERS = 2
// An accent is part of the character before it, and the search ignores noncharacters.
const NOT_COUNTED = /[\p{M}\p{Noncharacter_Code_Point}]/gu
// The search ignores apostrophes and zero-width characters, so that these alone would find everybody.
const IGNORED = /^[\p{Default_Ignorable_Code_Point}'`´΄‘’‛′＇ʹʻ-ʿˈˊˋ՚׳Ꞌꞌ]*$/u

/** The beginning of a name. */
export const searchNameSchema = z
  .string({ error: 'is required: the beginning of a name' })
  .overwrite(withoutLineSeparators)
  .superRefine((name, context) => {
    const message = problemOf(name)
    if (message !== undefined) context.addIssue({ code: 'custom', message })
  })
  .meta({
    minLength: MIN_CHARACTERS,
    maxLength: MAX_TEXT_CHARACTERS,
    pattern: USER_TEXT_PATTERN,
    format: 'search-name',
    description:
      'The beginning of a name, 2–255 characters. Letter case, accents and apostrophes do not matter.',
    example: 'nel',
  })

export const searchLimitSchema = limitSchema({ max: MAX_SEARCH_RESULTS, initial: MAX_SEARCH_RESULTS })

const matchingUserSchema = recordUserSchema
  .extend({ timezone: shownTimezone, canonical: shownCanonical })
  .meta({ id: 'MatchingUser' })

/** The matching users by name, then by id. */
const searchAnswerSchema = z.object({ users: z.array(matchingUserSchema) }).meta({ id: 'SearchAnswer' })

const count = z.int().nonnegative()

const zoneCountSchema = z.object({ timezone: z.string(), count }).meta({ id: 'ZoneCount' })

/** Counts over all public records. Zones are counted by their stored names. */
const statsSchema = z
  .object({
    total_users: count,
    total_timezones: count.describe('Equal to `total_users`, because each user has one record.'),
    unique_timezones: count,
    timezone_distribution: z.record(z.string(), count).describe('Number of users by zone.'),
    top_timezones: z.array(zoneCountSchema).max(10),
    top_timezone: z.string().nullable().describe('Null if there are no records.'),
    recent_registrations: count.describe('Created since Monday 00:00 UTC.'),
  })
  .meta({ id: 'Stats' })

const read = { auth: 'reader', limit: 'reads', cacheControl: 'no-cache' } satisfies RouteMetadata
const readOfMany = { ...read, cost: 5 } satisfies RouteMetadata

/** The routes that read records. */
export const readRoutes = c.router({
  getTimezone: {
    method: 'GET',
    path: '/get',
    summary: 'Read one user’s time zone',
    description: 'Returns 404 if the user has no record that the caller may see.',
    query: z.object({ id: userIdSchema }),
    responses: { 200: timezoneRecordSchema, ...notModified, 404: problemSchema },
    metadata: read,
  },
  lookupTimezones: {
    method: 'GET',
    path: '/lookup',
    summary: 'Read up to 100 users’ time zones',
    description: 'Counts as five reads. Ids without a record are listed in `missing`.',
    query: z.object({ ids: lookupIdsSchema }),
    responses: { 200: lookupAnswerSchema, ...notModified },
    metadata: readOfMany,
  },
  getTimes: {
    method: 'GET',
    path: '/time',
    summary: 'Local times of up to 100 users, now or at another moment',
    description:
      'From the tz database release named in `/health`. Counts as five reads. Ids without a record, or with a zone that this release does not know, are listed in `missing`. Returns 404 if the caller may see no record of the user `of`.',
    query: z.object({ ids: lookupIdsSchema, at: atSchema.optional(), of: ofSchema.optional() }),
    responses: { 200: timeAnswerSchema, ...notModified, 404: problemSchema },
    metadata: { ...readOfMany, cacheControl: 'no-store' } satisfies RouteMetadata,
  },
  searchUsers: {
    method: 'GET',
    path: '/search',
    summary: 'Find users by the beginning of their name',
    description: 'Searches public records, ignoring letter case and accents. Counts as five reads.',
    query: z.object({ name: searchNameSchema, limit: searchLimitSchema.optional() }),
    responses: { 200: searchAnswerSchema, ...notModified },
    metadata: readOfMany,
  },
  listTimezones: {
    method: 'GET',
    path: '/list',
    summary: 'Every public record, by user id',
    description:
      'A snapshot, streamed, never older than a minute. Counts as five reads. What follows its `Changes-Cursor` in `/changes` makes it exact.',
    responses: { 200: timezoneListSchema, ...notModified },
    metadata: readOfMany,
  },
  getStats: {
    method: 'GET',
    path: '/stats',
    summary: 'Counts by zone',
    description:
      'Counts over all public records, which are counted again after 20 × the time that it takes, a second at least; never older than a minute.',
    responses: { 200: statsSchema, ...notModified },
    metadata: readOfMany,
  },
})

function problemOf(name: string): string | undefined {
  if (!name.isWellFormed() || FORBIDDEN_CHARACTER.test(name))
    return 'must not contain control characters or characters that change the text direction'
  if ([...name].length > MAX_TEXT_CHARACTERS) return `must have at most ${MAX_TEXT_CHARACTERS} characters`
  const counted = name.normalize('NFC').replace(NOT_COUNTED, '')
  if ([...counted].length < MIN_CHARACTERS || IGNORED.test(counted))
    return `must have at least ${MIN_CHARACTERS} characters`
  return undefined
}
