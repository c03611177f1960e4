import * as z from 'zod'
import {
  cleanText,
  FORBIDDEN_CHARACTER,
  isBlank,
  MAX_TEXT_CHARACTERS,
  withoutLineSeparators,
  withoutSurroundings,
} from './clean-text.ts'
import { fromPathId } from './path-id.ts'

// The set of FORBIDDEN_CHARACTER without Unicode properties, which few languages' regular expressions support.
const FORBIDDEN_RANGES = String.raw`\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069`

// The rule for ids and names as a JSON Schema pattern, which cannot express well-formedness and NFC.
export const USER_TEXT_PATTERN = `^[^${FORBIDDEN_RANGES}]+$`

/** The same for a list separated by commas, of at most `maxItems`. */
export function listPattern(maxItems: number): string {
  const item = `[^,${FORBIDDEN_RANGES}]{1,${MAX_TEXT_CHARACTERS}}`
  return `^${item}(?:,${item}){0,${maxItems - 1}}$`
}

// Printable ASCII that nothing surrounds, of an allowed length: nearly every id and name skips the slower checks.
const PLAIN_TEXT = /^[!-~](?:[ -~]{0,253}[!-~])?$/

function textProblem(text: string): string | undefined {
  if (text === '') return 'must not be empty'
  if (!text.isWellFormed()) return 'must be well-formed Unicode, without lone surrogates'
  if (FORBIDDEN_CHARACTER.test(text))
    return 'must not contain control characters, line breaks or characters that change the text direction'
  if (isBlank(text)) return 'must contain a character that people can see'
  if (text !== text.normalize('NFC')) return 'must be in Unicode normalization form C (NFC)'
  const characters = [...text].length
  if (characters > MAX_TEXT_CHARACTERS)
    return `must have at most ${MAX_TEXT_CHARACTERS} characters, but has ${characters}`
  return undefined
}

/** Text that a request must have. */
export const givenText = z.string({
  error: (issue) => (issue.input === undefined ? 'is required' : 'must be text'),
})

type Check = Parameters<typeof givenText.check>[0]

// Not `superRefine`, which creates a function for each text; V8 allocates those in the old generation.
const checkAs =
  (clean: (text: string) => string): Check =>
  (payload) => {
    const { value, issues } = payload
    if (PLAIN_TEXT.test(value)) return
    const text = clean(value)
    const message = textProblem(text)
    if (message === undefined) payload.value = text
    else issues.push({ code: 'custom', message, input: value })
  }

const TEXT = {
  minLength: 1,
  maxLength: MAX_TEXT_CHARACTERS,
  pattern: USER_TEXT_PATTERN,
  format: 'user-text',
}
const ID = {
  ...TEXT,
  description:
    'The user’s id: 1–255 characters, NFC, no control characters. White space and zero-width characters around it are ignored.',
  example: '80351110224678912',
}

const checkId = checkAs(withoutSurroundings)

/** A user's id at their provider: 1–255 characters, well-formed, NFC, no control characters. Opaque to the service. */
export const userIdSchema = givenText.check(checkId).meta(ID)

/** The same in a path, where `toPathId` or `encodeURIComponent` wrote it. */
export const pathUserIdSchema = givenText.overwrite(fromPathId).check(checkId).meta(ID)

/** A display name that is cleaned of what the rule forbids, rather than refused. */
export const cleanedUsernameSchema = givenText
  .transform(cleanText)
  .pipe(z.string().min(1, 'must contain a character that people can see'))
  .meta({
    minLength: 1,
    format: 'user-text',
    description: 'The user’s name, cut to 255 characters and cleaned.',
    example: 'nelly',
  })

/** A user's display name. Follows the same rule as an id. */
export const usernameSchema = givenText.check(checkAs(withoutLineSeparators)).meta({
  ...TEXT,
  description: 'The user’s name: 1–255 characters, NFC, no control characters, at least one that shows.',
  example: 'nelly',
})

/** A name in a request. The service cleans it with a session or a key; in open mode, `usernameSchema` applies. */
export const givenUsernameSchema = givenText
  .min(1, 'must not be empty')
  .refine(
    (value) => [...value].length <= MAX_TEXT_CHARACTERS,
    `must have at most ${MAX_TEXT_CHARACTERS} characters`,
  )
  .meta({
    minLength: 1,
    maxLength: MAX_TEXT_CHARACTERS,
    format: 'user-text',
    description:
      'The user’s name: 1–255 characters, at least one that shows. With an API key, control and direction characters are removed and the rest is put into NFC; in open mode such a name is refused.',
    example: 'nelly',
  })
