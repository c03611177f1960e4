import * as z from 'zod'

const WEEKDAYS = ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'] as const
const MAX_ENTRIES = 14
const CLOCK = String.raw`(?:[01]\d|2[0-3]):[0-5]\d`

export const EXAMPLE_WEEK = [{ days: ['mo' as const, 'tu' as const], from: '09:00', to: '17:00' }]

const required = (what: string) => ({
  error: (issue: { input?: unknown }) =>
    issue.input === undefined ? `is required: ${what}` : `must be ${what}`,
})

const clock = (pattern: string, what: string) =>
  z.string(required(what)).regex(new RegExp(`^(?:${pattern})$`), `must be ${what}`)

const weeklyHours = {
  days: z
    .array(z.enum(WEEKDAYS, `must be one of ${WEEKDAYS.join(', ')}`), required('a list of days'))
    .min(1, 'must name at least one day')
    .refine((days) => new Set(days).size === days.length, 'must not repeat a day')
    .meta({ uniqueItems: true }),
  from: clock(CLOCK, 'a time from 00:00 to 23:59'),
  to: clock(`${CLOCK}|24:00`, 'a time from 00:00 to 24:00').describe(
    'On the next day if it is not after `from`: equal times are 24 hours.',
  ),
}

/** A range of wall time in the record’s zone, on each of the days. */
const weeklyHoursSchema = z.object(weeklyHours).meta({ id: 'WeeklyHours' })

const givenHoursSchema = z.strictObject(weeklyHours).meta({ id: 'GivenHours' })

function weekOf<Hours extends z.ZodType>(hours: Hours) {
  return z
    .array(hours, required('a list of days and times'))
    .max(MAX_ENTRIES, `must be at most ${MAX_ENTRIES} entries`)
    .describe('Hours in the record’s zone; an empty list means always away.')
}

const weekSchema = weekOf(weeklyHoursSchema)

/** A week in a request. */
export const givenWeekSchema = weekOf(givenHoursSchema)

/** What others see of an availability. */
export const showSchema = z
  .enum(['state', 'hours'], 'must be state or hours')
  .describe('`state`: others see only whether the person is available now. `hours`: the week as well.')

/** An availability as it is stored. */
export const storedAvailabilitySchema = z
  .object({ weekly: weekSchema, show: showSchema })
  .meta({ id: 'StoredAvailability' })

/** The hours of somebody who shows them. */
export const shownHoursSchema = z.object({ weekly: weekSchema }).meta({ id: 'ShownHours' })

/** Whether somebody is available. */
export const availabilitySchema = z
  .object({
    state: z.enum(['available', 'away']),
    until: z.iso
      .datetime()
      .nullable()
      .optional()
      .describe('When the state changes next; null if it does not within eight days. Only with `weekly`.'),
    weekly: weekSchema.optional().describe('Only if the person shows their hours.'),
  })
  .meta({ id: 'Availability' })
