import * as z from 'zod'
import { FORBIDDEN_CHARACTER, MAX_TEXT_CHARACTERS } from './clean-text.ts'
import { limitSchema } from './limit.ts'
import { EXAMPLE_RECORD } from './timezone-record.ts'
import { USER_TEXT_PATTERN } from './user-text.ts'

/** The maximum number of users in one `/search` response. */
export const MAX_SEARCH_RESULTS = 20

const MIN_CHARACTERS = 2
// An accent is part of the character before it, and the search ignores noncharacters.
const NOT_COUNTED = /[\p{M}\p{Noncharacter_Code_Point}]/gu

/** The beginning of a name. */
export const searchNameSchema = z
  .string({ error: 'is required: the beginning of a name' })
  .superRefine((name, context) => {
    const message = problemOf(name)
    if (message !== undefined) context.addIssue({ code: 'custom', message })
  })
  .meta({
    minLength: MIN_CHARACTERS,
    maxLength: MAX_TEXT_CHARACTERS,
    pattern: USER_TEXT_PATTERN,
    format: 'search-name',
    description: 'The beginning of a name, 2–255 characters. Letter case and accents do not matter.',
    example: 'nel',
  })

export const searchLimitSchema = limitSchema({ max: MAX_SEARCH_RESULTS, initial: MAX_SEARCH_RESULTS })

const EXAMPLE_MATCH = {
  ...EXAMPLE_RECORD.user,
  timezone: EXAMPLE_RECORD.timezone,
  canonical: EXAMPLE_RECORD.canonical,
}

/** A user whose name begins with the searched text. */
const matchingUserSchema = z
  .object({ id: z.string(), username: z.string(), timezone: z.string(), canonical: z.string() })
  .meta({ id: 'MatchingUser', examples: [EXAMPLE_MATCH] })

/** The matching users by name, then by id. */
export const searchAnswerSchema = z
  .object({ users: z.array(matchingUserSchema) })
  .meta({ id: 'SearchAnswer', examples: [{ users: [EXAMPLE_MATCH] }] })

function problemOf(name: string): string | undefined {
  if (!name.isWellFormed() || FORBIDDEN_CHARACTER.test(name))
    return 'must not contain control characters or characters that change the text direction'
  if ([...name].length > MAX_TEXT_CHARACTERS) return `must have at most ${MAX_TEXT_CHARACTERS} characters`
  if ([...name.normalize('NFC').replace(NOT_COUNTED, '')].length < MIN_CHARACTERS)
    return `must have at least ${MIN_CHARACTERS} characters`
  return undefined
}
