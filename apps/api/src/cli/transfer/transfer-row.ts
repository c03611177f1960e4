import {
  cleanText,
  givenUsernameSchema,
  userIdSchema,
  usernameSchema,
  visibilitySchema,
} from '@timezone-registry/contract'
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

// How much of a value is repeated in a message.
const MAX_SHOWN_CHARACTERS = 60
const MAX_HINTS = 1000
// Nothing is suggested for a longer text.
const MAX_HINTED_CHARACTERS = 64

/**
 * Accepts what the API accepts, and times from 1970 to a day from now; otherwise returns what is wrong, with the user's
 * id. With `clean`, names are cleaned as for an API key.
 */
export function createRowParser(
  zoneNames: Pick<ZoneNames, 'find' | 'suggest'>,
  { clean = false }: { clean?: boolean } = {},
): RowParser {
  const hint = createHints(zoneNames)
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
      username: clean ? givenUsernameSchema.transform(cleanText).pipe(usernameSchema) : usernameSchema,
      timezone: z.string('is required').transform((text, context) => {
        const name = zoneNames.find(text.trim())
        if (name !== undefined) return name
        context.addIssue({ code: 'custom', message: `is not an IANA time-zone name${hint(text)}` })
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
    if (value instanceof Error) return { problem: value.message }
    const parsed = schema.safeParse(value)
    if (parsed.success) return { row: parsed.data }
    const given = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
    const problems = parsed.error.issues.map(({ path: [name = ''], message }) =>
      [name, show(given[String(name)]), message].filter((part) => part !== '').join(' '),
    )
    const user = given.user_id === undefined ? '' : `user ${show(given.user_id)}: `
    return { problem: user + problems.join('; ') }
  }
}

function show(value: unknown): string {
  const text = value === undefined ? '' : JSON.stringify(value)
  return text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}…` : text
}

/** `; did you mean Asia/Kolkata?`. A file often has the same few texts, and each search takes milliseconds. */
function createHints({ suggest }: Pick<ZoneNames, 'suggest'>): (text: string) => string {
  const hints = new Map<string, string>()
  return (text) => {
    const known = hints.get(text)
    if (known !== undefined) return known
    if (hints.size >= MAX_HINTS || text.length > MAX_HINTED_CHARACTERS) return ''
    const [meant] = suggest(text)
    const hint = meant === undefined ? '' : `; did you mean ${meant}?`
    hints.set(text, hint)
    return hint
  }
}

function isSensible(text: string): boolean {
  const time = Date.parse(text)
  return time >= 0 && time <= Date.now() + MARGIN_MILLISECONDS
}
