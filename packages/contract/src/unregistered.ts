import { isBlank } from './clean-text.ts'

/** A place, or somebody without a record and what a reader calls them; the name is empty for a place. */
type Unregistered = { timezone: string; name: string }

// Other names of zones, such as `EST`, mean something else to others.
const ENTRY = /^@((?:[A-Za-z][\w+-]*[/]){1,2}[\w+-]+|UTC)(?: (.{1,40}))?$/u

/**
 * Reads what stands among the ids of a list or a link for a place (`@Asia/Tokyo`) or for somebody without a record
 * (`@Europe/Berlin Anna`); undefined for ids. Earlier versions of the page drop what begins so.
 */
export function readUnregistered(entry: string): Unregistered | undefined {
  const [, timezone, name = ''] = ENTRY.exec(entry) ?? []
  return timezone === undefined ? undefined : { timezone, name: isBlank(name) ? '' : name }
}

/** Writes such an entry. The name must fit on a line of 40 characters. Commas separate ids, and earlier
 * versions of the page take what has a colon for an id. */
export function toEntry({ timezone, name }: Unregistered): string {
  return `@${timezone} ${name.replace(/[,:\s]+/g, ' ').trim()}`.trim()
}
