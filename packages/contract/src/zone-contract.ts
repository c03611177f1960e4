import * as z from 'zod'
import { withoutForbidden } from './clean-text.ts'
import { transitionSchema } from './read-contract.ts'
import { localTimeSchema } from './record.ts'
import { c, limitSchema, notModified, type RouteMetadata } from './route-policy.ts'
import { givenText } from './user-text.ts'

const zoneNamesSchema = z.array(z.string()).meta({ id: 'ZoneNames' })

const zoneClockSchema = z
  .object({
    utc_offset_seconds: z.int().describe('Seconds east of UTC at `from`.'),
    transitions: z.array(transitionSchema).describe('In order of time, until `until`.'),
  })
  .meta({ id: 'ZoneClock' })

const zoneClocksSchema = z
  .object({
    release: z.string().describe('The release of the tz database, such as `2026f`.'),
    from: z.iso.datetime(),
    until: z.iso.datetime(),
    zones: z.record(z.string(), zoneClockSchema),
  })
  .meta({ id: 'ZoneClocks' })

const MAX_QUERY_CHARACTERS = 64

/** What somebody types to find a zone. It is not stored, so direction marks, which come with pasted text, are ignored. */
const zoneQuerySchema = givenText
  .refine((text) => !/\p{Cc}/u.test(text), 'must not contain control characters')
  .refine(
    (text) => [...text].length <= MAX_QUERY_CHARACTERS,
    `must have at most ${MAX_QUERY_CHARACTERS} characters`,
  )
  // `?query=+5:30` has a space in place of its `+`.
  .transform((text) => withoutForbidden(text.replace(/^ (?=\d[\d:.]*$)/, '+')))
  .meta({
    maxLength: MAX_QUERY_CHARACTERS,
    pattern: String.raw`^[^\u0000-\u001f\u007f-\u009f]*$`,
    description:
      'A city, country, region, abbreviation, airport, offset or time of day, as people write it, or the beginning of one. A space where `+` belongs is read as `+`.',
    example: 'münch',
  })

// In which places have names.
const PLACE_LANGUAGES = ['en', 'de', 'es', 'fr', 'pt-BR', 'ja', 'ar', 'ru'] as const

/** A language that the page has. */
export const languageSchema = z
  .enum(PLACE_LANGUAGES, { error: `must be one of ${PLACE_LANGUAGES.join(', ')}` })
  .describe('Of the labels. Without it, the first of `Accept-Language` that is one of these, or English.')

const MAX_FOUND_ZONES = 25
/** The number of zones in one response of `/zones` unless the request states it. */
export const FOUND_ZONES = 10

const foundZoneSchema = z
  .object({
    timezone: z.string().describe('The current name of the zone, to be saved.'),
    label: z.string().describe('The place, in the language; different from every other in the response.'),
    utc_offset_seconds: z.int().describe('Seconds east of UTC, now.'),
    local_time: localTimeSchema,
  })
  .meta({ id: 'FoundZone' })

const foundZonesSchema = z.object({ zones: z.array(foundZoneSchema) }).meta({ id: 'FoundZones' })

const read = {
  auth: 'anyone',
  limit: 'reads',
  cacheControl: 'no-cache',
  isLarge: true,
} satisfies RouteMetadata

/** The routes about time zones. */
export const zoneRoutes = c.router({
  listZoneNames: {
    method: 'GET',
    path: '/timezones',
    summary: 'Every accepted time zone name',
    description: 'IANA zones and links, sorted.',
    responses: { 200: zoneNamesSchema, ...notModified },
    metadata: { ...read, cacheControl: 'public, max-age=86400' } satisfies RouteMetadata,
  },
  findZones: {
    method: 'GET',
    path: '/zones',
    summary: 'Find a time zone by what people call it',
    description:
      'The page’s search, for slash commands and forms. Of namesakes and abbreviations, those in the region of `Accept-Language` come first. The list is empty if nothing is like the query.',
    query: z.object({
      query: zoneQuerySchema,
      language: languageSchema.optional(),
      limit: limitSchema({ max: MAX_FOUND_ZONES, initial: FOUND_ZONES }).optional(),
    }),
    responses: { 200: foundZonesSchema },
    metadata: { auth: 'anyone', limit: 'reads', cacheControl: 'no-store' } satisfies RouteMetadata,
  },
  listTransitions: {
    method: 'GET',
    path: '/transitions',
    summary: 'The clock of every zone for the next 400 days',
    description:
      'Offsets and when they change, from the tz database release named in `/health`: for clients whose own zone data may be older. Begins a day ago and changes at midnight UTC.',
    responses: { 200: zoneClocksSchema, ...notModified },
    metadata: read,
  },
})
