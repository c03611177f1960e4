/** The maximum length of a user id or a username, in Unicode code points. */
export const MAX_TEXT_CHARACTERS = 255

// Cc contains NUL and the other control characters; Bidi_Control is Unicode's list of characters that reorder text.
export const FORBIDDEN_CHARACTER = /[\p{Cc}\p{Bidi_Control}]/u

const EVERY_FORBIDDEN_CHARACTER = new RegExp(FORBIDDEN_CHARACTER, 'gu')

/** Removes from a text what the rule for ids and names forbids, except its length. The result may be empty. */
export function withoutForbidden(text: string): string {
  return text.toWellFormed().replace(EVERY_FORBIDDEN_CHARACTER, '').normalize('NFC').trim()
}

/** The same, cut to the length that the rule allows. */
export function cleanText(text: string): string {
  return [...withoutForbidden(text)].slice(0, MAX_TEXT_CHARACTERS).join('').trim()
}

/** True if a text that has no forbidden characters is too long or too short to be an id or a name. */
export function hasWrongLength(text: string): boolean {
  return text === '' || [...text].length > MAX_TEXT_CHARACTERS
}
