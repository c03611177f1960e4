import { setImmediate } from 'node:timers/promises'
import {
  cleanText,
  givenUsernameSchema,
  storedAvailabilitySchema,
  userIdSchema,
  usernameSchema,
  visibilitySchema,
} from '@timezone-registry/contract'
import { mergeWeek } from '@timezone-registry/zones/availability'
import { formatAvailability, parseAvailability } from '@timezone-registry/zones/stored-availability'
import { createZoneNames } from '@timezone-registry/zones/zone-names'
import * as z from 'zod'
import type { ImportCounts, TransferRow, TransferStore } from './transfer-store.ts'

const BATCH_ROWS = 1000
// A user's time only rises, so one far in the future could not be corrected. Clocks differ by less than this.
const MARGIN_MILLISECONDS = 86_400_000
// PostgreSQL accepts offsets below 16 hours, and rounds to microseconds.
const TAKEN_BY_POSTGRESQL = /^[^.]+(?:\.\d{1,9})?(?:Z|[+-](?:0\d|1[0-5]):\d\d)$/
const NOT_A_TIME = 'must be a time such as 2026-11-21T12:00:00Z'
const NOT_AN_AVAILABILITY = 'must be hours or state and a week, such as hours;mo,tu 09:00-17:00'
// How much of a value is repeated in a message.
const MAX_SHOWN_CHARACTERS = 60

/** Imports the valid rows, in batches, and reports the others by number, counted from 1. Safe to repeat. */
export async function importRecords({
  values,
  store,
  overwrite = false,
  onBadRow,
}: {
  values: AsyncIterable<unknown>
  store: TransferStore
  overwrite?: boolean
  onBadRow: (number: number, problem: string) => void
}): Promise<ImportCounts & { bad: number }> {
  const result = { added: 0, updated: 0, kept: 0, bad: 0 }
  const parse = createRowParser()
  // One statement can save a user only once, so a second row for a user starts a new batch.
  let batch = new Map<string, TransferRow>()
  let number = 0
  for await (const value of values) {
    number += 1
    const parsed = parse(value)
    if (typeof parsed === 'string') {
      result.bad += 1
      onBadRow(number, parsed)
      continue
    }
    if (batch.has(parsed.user_id) || batch.size === BATCH_ROWS) await save()
    batch.set(parsed.user_id, parsed)
  }
  await save()
  return result

  async function save(): Promise<void> {
    if (batch.size === 0) return
    const counts = await store.importRows([...batch.values()], { overwrite })
    result.added += counts.added
    result.updated += counts.updated
    result.kept += counts.kept
    batch = new Map()
    // PGlite never lets others run by itself, such as the requests of the service that runs the command.
    await setImmediate()
  }
}

/** Accepts what the API accepts, and times from 1970 to a day from now; otherwise returns what is wrong, with the user's id. */
function createRowParser(): (value: unknown) => TransferRow | string {
  const { find } = createZoneNames()
  // Each column of the record, so that none is dropped.
  const columns = {
    user_id: userIdSchema,
    // As for an API key.
    username: givenUsernameSchema.transform(cleanText).pipe(usernameSchema),
    timezone: z.string('is required').transform((text, context) => {
      const name = find(text.trim())
      if (name === undefined) context.addIssue({ code: 'custom', message: 'is not an IANA time zone name' })
      return name ?? z.NEVER
    }),
    created_at: optional(timeSchema),
    updated_at: optional(timeSchema),
    visibility: optional(visibilitySchema, 'must be public, unlisted or private'),
    availability: availabilitySchema,
  } satisfies { [Column in keyof Required<TransferRow>]: z.ZodType<TransferRow[Column]> }
  const schema = z.object(columns, 'is not an object with user_id, username and timezone')
  return (value) => {
    if (value instanceof Error) return value.message
    const parsed = schema.safeParse(toRow(value))
    if (parsed.success) return parsed.data
    const given = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
    const problems = parsed.error.issues.map(({ path: [name = ''], message }) =>
      [name, show(given[String(name)]), message].filter((part) => part !== '').join(' '),
    )
    const user = given.user_id === undefined ? '' : `user ${show(given.user_id)}: `
    return user + [...new Set(problems)].join('; ')
  }
}

/** Also a user of `/api/user`, whose wire format has no name and calls the zone `timezoneId`. */
function toRow(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('timezoneId' in value)) return value
  const { timezoneId: timezone, user_id, userId: id = user_id } = value as Record<string, unknown>
  return { user_id: id, username: id, timezone }
}

// As PostgreSQL's own CSV has it: `2026-11-21 12:00:00.5+00`.
const OF_POSTGRESQL = /^(\S+) (\S+[+-]\d\d)(:\d\d)?$/

const timeSchema = z
  .string(NOT_A_TIME)
  .transform((text) =>
    text.replace(OF_POSTGRESQL, (_, date, time, minutes = ':00') => `${date}T${time}${minutes}`),
  )
  .pipe(z.iso.datetime({ offset: true, error: NOT_A_TIME }).regex(TAKEN_BY_POSTGRESQL, NOT_A_TIME))
  .refine((text) => Date.parse(text) >= 0 && Date.parse(text) <= Date.now() + MARGIN_MILLISECONDS, {
    error: 'must be between 1970 and a day from now',
  })

const availabilityText = z.string().transform((text, context) => {
  const { success, data } = storedAvailabilitySchema.safeParse(parseAvailability(text))
  if (success && formatAvailability(data) === text)
    return formatAvailability({ ...data, weekly: mergeWeek(data.weekly) })
  context.addIssue({ code: 'custom', message: NOT_AN_AVAILABILITY })
  return z.NEVER
})

/** As an export writes it; null if it is empty. */
const availabilitySchema = z
  .union([z.literal('').transform(() => null), availabilityText], NOT_AN_AVAILABILITY)
  .nullish()

/** Undefined if it is absent or empty. */
function optional<Schema extends z.ZodType<string>>(schema: Schema, error?: string) {
  return z
    .union([z.literal(''), schema], error)
    .nullish()
    .transform((text) => (text || undefined) as z.infer<Schema> | undefined)
}

function show(value: unknown): string {
  const text = value === undefined ? '' : JSON.stringify(value)
  return text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}…` : text
}
