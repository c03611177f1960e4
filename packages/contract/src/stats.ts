import * as z from 'zod'

const count = z.number().int().nonnegative()

/** How many users a zone has. */
const zoneCountSchema = z
  .object({ timezone: z.string(), count })
  .meta({ id: 'ZoneCount', examples: [{ timezone: 'Europe/Berlin', count: 2 }] })

/** Counts over all public records. Zones are counted by their stored names. */
export const statsSchema = z
  .object({
    total_users: count,
    total_timezones: count.meta({ description: 'Equal to `total_users`, because each user has one record.' }),
    unique_timezones: count,
    timezone_distribution: z.record(z.string(), count).meta({ description: 'Number of users by zone.' }),
    top_timezones: z.array(zoneCountSchema).max(10),
    top_timezone: z.string().nullable().meta({ description: 'Null when there are no records.' }),
    recent_registrations: count.meta({ description: 'Created since Monday 00:00 UTC.' }),
  })
  .meta({
    id: 'Stats',
    examples: [
      {
        total_users: 3,
        total_timezones: 3,
        unique_timezones: 2,
        timezone_distribution: { 'Europe/Berlin': 2, UTC: 1 },
        top_timezones: [
          { timezone: 'Europe/Berlin', count: 2 },
          { timezone: 'UTC', count: 1 },
        ],
        top_timezone: 'Europe/Berlin',
        recent_registrations: 1,
      },
    ],
  })
