/** The maximum length of a user id or a username, in Unicode code points. */
export const MAX_TEXT_CHARACTERS = 255

// Cc contains NUL and the other control characters, Zl and Zp separate lines; Bidi_Control is Unicode's list of characters
// that reorder text.
export const FORBIDDEN_CHARACTER = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u

const EVERY_FORBIDDEN_CHARACTER = new RegExp(FORBIDDEN_CHARACTER, 'gu')
const LINE_BREAKS = /[\t-\r\u0085\u2028\u2029]+/g

// What shows nothing: also private use with its planes, noncharacters, interlinear annotations, the place of an object, an
// empty Braille cell, a null notehead, and what only joins Khitan and Egyptian signs.
const BLANK =
  /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\p{Cc}\p{Co}\ufff9-\ufffc\u2800\u{13430}-\u{13440}\u{16fe4}\u{1d159}\u{f0000}-\u{10ffff}]*$/u

// What comes along with pasted ids. A selector at the end of an emoji, and a tag in a flag, are part of it.
const SURROUNDING =
  /^(?![\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Variation_Selector}\u{e0020}-\u{e007f}])[\p{White_Space}\p{Default_Ignorable_Code_Point}]$/u

// Printable ASCII that nothing surrounds.
const PLAIN = /^[!-~](?:[ -~]*[!-~])?$/

/** True for a text in which nobody sees anything. */
export function isBlank(text: string): boolean {
  return BLANK.test(text)
}

/** Without the white space and the zero-width characters around it. */
export function withoutSurroundings(text: string): string {
  if (PLAIN.test(text)) return text
  const characters = [...text]
  const first = characters.findIndex((character) => !SURROUNDING.test(character))
  const last = characters.findLastIndex((character) => !SURROUNDING.test(character))
  return first === -1 ? '' : characters.slice(first, last + 1).join('')
}

/** With a space for each line separator. */
export function withoutLineSeparators(text: string): string {
  return text.replace(/[\u2028\u2029]/g, ' ')
}

/** A text as the rule for ids and names allows it, except its length. Empty if nobody would see anything. */
export function withoutForbidden(text: string): string {
  const clean = text.toWellFormed().replace(LINE_BREAKS, ' ').replace(EVERY_FORBIDDEN_CHARACTER, '')
  return isBlank(clean) ? '' : withoutSurroundings(clean.normalize('NFC'))
}

/** The same, cut to the length that the rule allows. */
export function cleanText(text: string): string {
  return withoutForbidden([...withoutForbidden(text)].slice(0, MAX_TEXT_CHARACTERS).join(''))
}

/** True if a text that has no forbidden characters is too long or too short to be an id or a name. */
export function hasWrongLength(text: string): boolean {
  return text === '' || [...text].length > MAX_TEXT_CHARACTERS
}
