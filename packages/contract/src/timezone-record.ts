import * as z from 'zod'

/** The most characters (Unicode code points) that a user id or a username may have. */
export const MAX_TEXT_CHARACTERS = 255

// Cc holds NUL and the other controls; Bidi_Control is Unicode's list of marks that reorder what is shown.
const FORBIDDEN_CHARACTER = /[\p{Cc}\p{Bidi_Control}]/u
// Printable ASCII, of an allowed length.
const PLAIN_TEXT = /^[ -~]{1,255}$/
const EVERY_FORBIDDEN_CHARACTER = new RegExp(FORBIDDEN_CHARACTER, 'gu')

function textProblem(text: string): string | undefined {
  // Nearly every id and name is one of these, and needs none of the slower looks.
  if (PLAIN_TEXT.test(text)) return undefined
  if (text === '') return 'must not be empty'
  if (!text.isWellFormed()) return 'must be well-formed Unicode: it has half of a surrogate pair'
  if (FORBIDDEN_CHARACTER.test(text))
    return 'must not have control characters or marks that change the text direction'
  if (text !== text.normalize('NFC')) return 'must be in Unicode normalization form C (NFC)'
  const characters = [...text].length
  if (characters > MAX_TEXT_CHARACTERS)
    return `must have at most ${MAX_TEXT_CHARACTERS} characters, and has ${characters}`
  return undefined
}

/** What is left of a text from elsewhere when all that the rule for ids and names forbids is taken out; may be empty. */
export function cleanText(text: string): string {
  const allowed = text.toWellFormed().replace(EVERY_FORBIDDEN_CHARACTER, '').normalize('NFC').trim()
  return [...allowed].slice(0, MAX_TEXT_CHARACTERS).join('').trim()
}

const text = z
  .string({ error: (issue) => (issue.input === undefined ? 'is required' : 'must be text') })
  .superRefine((value, context) => {
    const message = textProblem(value)
    if (message !== undefined) context.addIssue({ code: 'custom', message })
  })
  .meta({ minLength: 1, maxLength: MAX_TEXT_CHARACTERS })

/** A user's id at the place he comes from: 1–255 characters, well-formed, NFC, no control characters. Opaque to us. */
export const userIdSchema = text.meta({
  description: 'The user’s id: 1–255 characters, NFC, no control characters.',
  example: '80351110224678912',
})

/** A user's name as shown to people; the same rule as for an id. */
export const usernameSchema = text.meta({
  description: 'The user’s name: 1–255 characters, NFC, no control characters.',
  example: 'nelly',
})

/** Any text: whether it is a zone's name is decided by the service, whose list is newer than its clients. */
export const timezoneInputSchema = z
  .string({ error: (issue) => (issue.input === undefined ? 'is required' : 'must be text') })
  .trim()
  .min(1, 'must not be empty')
  .meta({
    description: 'An IANA time-zone name, links included, in any letter case. Offsets are refused.',
    example: 'Europe/Berlin',
  })

const instant = z.iso
  .datetime()
  .nullable()
  .meta({ description: 'RFC 3339, UTC; null when the record is older than this column.' })

/** A record as documents show it. */
export const EXAMPLE_RECORD = {
  user: { id: '80351110224678912', username: 'nelly' },
  timezone: 'Europe/Kiev',
  canonical: 'Europe/Kyiv',
  created_at: '2026-11-20T08:30:00.000Z',
  updated_at: '2026-11-21T12:00:00.000Z',
}

/** A record as the routes about one user answer it. */
export const timezoneRecordSchema = z.object({
  user: z.object({ id: z.string(), username: z.string() }),
  timezone: z.string().meta({ description: 'The zone’s name as it was saved, in IANA’s spelling.' }),
  canonical: z
    .string()
    .meta({ description: 'Today’s name of the same zone, by CLDR: Europe/Kyiv for Europe/Kiev.' }),
  created_at: instant,
  updated_at: instant,
})

/** The most ids that one `/lookup` takes. */
export const MAX_LOOKUP_IDS = 100

/** Ids with commas between them; each at most once in the answer, however often it is asked for. */
export const lookupIdsSchema = z
  .string({ error: 'is required: user ids, separated by commas' })
  .transform((list) => [...new Set(list.split(','))])
  .pipe(z.array(userIdSchema).max(MAX_LOOKUP_IDS, `must be at most ${MAX_LOOKUP_IDS} ids`))
  .meta({ description: 'Up to 100 user ids, separated by commas.', example: '80351110224678912,1' })

/** A record in the map of `/list`: complete, bare, and without further keys, as existing clients read it. */
export const listedTimezoneSchema = z.object({ username: z.string(), timezone: z.string() })

/** A record in the answer of `/lookup`. */
export const foundTimezoneSchema = listedTimezoneSchema.extend({ canonical: z.string(), updated_at: instant })

/** An object with a user id for each key. zod's own `record` drops the key `__proto__`, which is an id like any other. */
export function byUserId<Entry extends z.ZodType>(entry: Entry) {
  return z
    .custom<Record<string, z.output<Entry>>>(
      (value) =>
        typeof value === 'object' &&
        value !== null &&
        Object.values(value).every((inner) => entry.safeParse(inner).success),
      'must be an object of records by user id',
    )
    .meta({ type: 'object', additionalProperties: z.toJSONSchema(entry, { io: 'output' }) })
}
