const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

// XML 1.0 (2.2) allows no reference to them either. Rows from before the rule for names may contain control characters.
const NOT_XML = /(?![\t\n\r])[\p{Cc}\ufffe\uffff]/gu

/** A text for HTML or SVG, in an element or in a quoted attribute. Characters that XML forbids are left out. */
export function escapeMarkup(text: string): string {
  return text.replace(NOT_XML, '').replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}

const CHARACTERS = new Intl.Segmenter()

/** What people count as the first character; empty for an empty text. */
export function firstCharacterOf(text: string): string {
  return CHARACTERS.segment(text).containing(0)?.segment ?? ''
}

/** At most `most` characters as people count them; the last one is an ellipsis if there were more. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text
  const characters = [...CHARACTERS.segment(text)]
  if (characters.length <= most) return text
  const kept = characters.slice(0, most - 1).map(({ segment }) => segment)
  return `${kept.join('').trimEnd()}…`
}
