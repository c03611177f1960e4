import * as z from 'zod'
import { transitionSchema } from './time.ts'

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
export const zoneClocksSchema = z
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
