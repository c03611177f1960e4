import { userIdSchema, usernameSchema, visibilitySchema } from '@timezone-registry/contract'
import type { ZoneName, ZoneNames } from '@timezone-registry/zones/zone-names'
import { z } from 'zod'
import type { Visibility } from '../../records/timezone-store.ts'

/** A record in an import or export; times are RFC 3339. Fields that an import does not contain are null. */
export type TransferRow = {
  user_id: string
  username: string
  timezone: ZoneName
  created_at: string | null
  updated_at: string | null
  visibility: Visibility | null
}

export type RowParser = (value: unknown) => { row: TransferRow } | { problem: string }

// A user's time only rises, so one far in the future could not be corrected. Clocks differ by less than this.
const MARGIN_MILLISECONDS = 86_400_000
// PostgreSQL accepts offsets below 16 hours, and rounds to microseconds.
const TAKEN_BY_POSTGRESQL = /^[^.]+(?:\.\d{1,9})?(?:Z|[+-](?:0\d|1[0-5]):\d\d)$/

/** Accepts what the API accepts, and times from 1970 to a day from now; otherwise returns what is wrong. */
export function createRowParser(zoneNames: Pick<ZoneNames, 'find'>): RowParser {
  const instant = z
    .union([
      z.literal(''),
      z.iso
        .datetime({ offset: true, error: 'must be a time such as 2026-11-21T12:00:00Z' })
        .regex(TAKEN_BY_POSTGRESQL, 'must be a time such as 2026-11-21T12:00:00Z')
        .refine(isSensible, 'must be between 1970 and a day from now'),
    ])
    .nullish()
    .transform((text) => text || null)
  const schema = z.object(
    {
      user_id: userIdSchema,
      username: usernameSchema,
      timezone: z.string('is required').transform((text, context) => {
        const name = zoneNames.find(text.trim())
        if (name !== undefined) return name
        context.addIssue({ code: 'custom', message: 'is not an IANA time-zone name' })
        return z.NEVER
      }),
      created_at: instant,
      updated_at: instant,
      visibility: z
        .union([z.literal(''), visibilitySchema], 'must be public, unlisted or private')
        .nullish()
        .transform((text) => text || null),
    },
    'is not an object with user_id, username and timezone',
  )
  return (value) => {
    const parsed = schema.safeParse(value)
    if (parsed.success) return { row: parsed.data }
    return {
      problem: parsed.error.issues
        .map(({ path, message }) => `${path.join('.')} ${message}`.trim())
        .join('; '),
    }
  }
}

function isSensible(text: string): boolean {
  const time = Date.parse(text)
  return time >= 0 && time <= Date.now() + MARGIN_MILLISECONDS
}
