import { userIdSchema, usernameSchema, visibilitySchema } from '@timezone-registry/contract'
import { z } from 'zod'
import type { Visibility } from '../../records/timezone-store.ts'
import type { ZoneName, ZoneNames } from '../../zones/zone-names.ts'

/** A record in an import or export; times are RFC 3339. What an import does not contain is null. */
export type TransferRow = {
  user_id: string
  username: string
  timezone: ZoneName
  created_at: string | null
  updated_at: string | null
  visibility: Visibility | null
}

export type RowParser = (value: unknown) => { row: TransferRow } | { problem: string }

/** Accepts what the API accepts; otherwise returns what is wrong. */
export function createRowParser(zoneNames: Pick<ZoneNames, 'find'>): RowParser {
  const instant = z
    .union([
      z.literal(''),
      z.iso.datetime({ offset: true, error: 'must be a time such as 2026-11-21T12:00:00Z' }),
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
