const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A text for HTML or SVG, in an element or in a quoted attribute. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}

/** At most `most` characters as people count them; the last one is an ellipsis if there were more. */
export function shorten(text: string, most: number): string {
  const characters = [...new Intl.Segmenter().segment(text)]
  if (characters.length <= most) return text
  const kept = characters.slice(0, most - 1).map(({ segment }) => segment)
  return `${kept.join('').trimEnd()}…`
}
