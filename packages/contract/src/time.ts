import * as z from 'zod'
import { byUserId, listedTimezoneSchema } from './timezone-record.ts'

const offset = z.number().int().meta({ description: 'Seconds east of UTC.' })

const EXAMPLE_TIME = {
  username: 'nelly',
  timezone: 'Europe/Kiev',
  canonical: 'Europe/Kyiv',
  utc_offset_seconds: 7200,
  abbreviation: 'EET',
  local_time: '2026-11-21T14:00:00+02:00',
  next_transition: { at: '2027-03-28T01:00:00.000Z', utc_offset_seconds: 10_800 },
}

/** A change of a zone's offset, and the offset from then on. */
export const transitionSchema = z
  .object({ at: z.iso.datetime(), utc_offset_seconds: offset })
  .meta({ id: 'Transition', examples: [EXAMPLE_TIME.next_transition] })

/** The local time of one user. */
const userTimeSchema = listedTimezoneSchema
  .extend({
    canonical: z.string(),
    utc_offset_seconds: offset,
    abbreviation: z.string().meta({ description: 'Such as `CET`; a number where the zone has no letters.' }),
    local_time: z.iso.datetime({ offset: true }).meta({ description: 'RFC 3339, with the offset.' }),
    next_transition: transitionSchema
      .nullable()
      .meta({ description: 'When the offset changes next, and to what; null when no change is known.' }),
  })
  .meta({ id: 'UserTime', examples: [EXAMPLE_TIME] })

/** The local times of the users of a `/time` request, and the ids without a record. */
export const timeAnswerSchema = z
  .object({ users: byUserId(userTimeSchema, 'UserTime'), missing: z.array(z.string()) })
  .meta({ id: 'TimeAnswer', examples: [{ users: { '80351110224678912': EXAMPLE_TIME }, missing: ['1'] }] })
