import { c, notModified, type RouteMetadata } from './route-policy.ts'
import { zoneClocksSchema } from './zone-clocks.ts'
import { zoneNamesSchema } from './zone-names.ts'

/** The routes about time zones, whoever uses them. */
export const zoneRoutes = c.router({
  listZoneNames: {
    method: 'GET',
    path: '/timezones',
    summary: 'Every accepted time-zone name',
    description: 'IANA zones and links, sorted.',
    responses: { 200: zoneNamesSchema, ...notModified },
    metadata: {
      auth: 'anyone',
      limit: 'reads',
      cacheControl: 'public, max-age=86400',
      isLarge: true,
    } satisfies RouteMetadata,
  },
  listTransitions: {
    method: 'GET',
    path: '/transitions',
    summary: 'The clock of every zone for the next 400 days',
    description:
      'Offsets and when they change, from the tz database release named in `/health`: for clients whose own zone data may be older. Begins a day ago and changes at midnight UTC.',
    responses: { 200: zoneClocksSchema, ...notModified },
    metadata: {
      auth: 'anyone',
      limit: 'reads',
      cacheControl: 'no-cache',
      isLarge: true,
    } satisfies RouteMetadata,
  },
})
