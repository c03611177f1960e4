import * as z from 'zod'
import { transitionSchema } from './read-contract.ts'
import { c, notModified, type RouteMetadata } from './route-policy.ts'

/** Every name that `/set` accepts. */
const zoneNamesSchema = z
  .array(z.string())
  .meta({ id: 'ZoneNames', examples: [['Africa/Abidjan', 'Europe/Kiev', 'Europe/Kyiv']] })

const EXAMPLE_CLOCK = {
  utc_offset_seconds: 7200,
  transitions: [{ at: '2027-03-28T01:00:00.000Z', utc_offset_seconds: 10_800 }],
}

/** The offsets of one zone over a period. */
const zoneClockSchema = z
  .object({
    utc_offset_seconds: z.number().int().meta({ description: 'Seconds east of UTC at `from`.' }),
    transitions: z.array(transitionSchema).meta({ description: 'In order of time, until `until`.' }),
  })
  .meta({ id: 'ZoneClock', examples: [EXAMPLE_CLOCK] })

/** The offsets of every zone from yesterday to 400 days from now. */
const zoneClocksSchema = z
  .object({
    release: z.string().meta({ description: 'The release of the tz database, such as `2026f`.' }),
    from: z.iso.datetime(),
    until: z.iso.datetime(),
    zones: z.record(z.string(), zoneClockSchema),
  })
  .meta({
    id: 'ZoneClocks',
    examples: [
      {
        release: '2026f',
        from: '2026-11-20T00:00:00.000Z',
        until: '2027-12-26T00:00:00.000Z',
        zones: { 'Europe/Kyiv': EXAMPLE_CLOCK },
      },
    ],
  })

const read = {
  auth: 'anyone',
  limit: 'reads',
  cacheControl: 'no-cache',
  isLarge: true,
} satisfies RouteMetadata

/** The routes about time zones, whoever uses them. */
export const zoneRoutes = c.router({
  listZoneNames: {
    method: 'GET',
    path: '/timezones',
    summary: 'Every accepted time zone name',
    description: 'IANA zones and links, sorted.',
    responses: { 200: zoneNamesSchema, ...notModified },
    metadata: { ...read, cacheControl: 'public, max-age=86400' } satisfies RouteMetadata,
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
