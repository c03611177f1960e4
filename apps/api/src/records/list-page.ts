/** Columns of a page as the database joins them: the values of each, with `SEPARATOR` between them. */
export type ListColumns = { userIds: string; usernames: string; zones: string; count: number }

/** A control character: the table's constraint excludes it from ids and names. */
export const SEPARATOR = '\u0001'

// Characters that JSON requires to be escaped, except the separator, which no value contains.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what has to be escaped
const NEEDS_ESCAPE = /["\\\u0000\u0002-\u001f]/

/**
 * The members of the map of all records, as JSON. Undefined if a value contains the separator, as rows from
 * before the table's constraint may: the values would be ambiguous.
 */
export function joinListPage({ userIds, usernames, zones, count }: ListColumns): string | undefined {
  const columns = [split(userIds), split(usernames), split(zones)] as const
  if (columns.some((values) => values.length !== count)) return undefined
  const [ids, names, timezones] = columns
  let json = ''
  for (let row = 0; row < count; row++)
    json += `${row === 0 ? '' : ','}"${ids[row]}":{"username":"${names[row]}","timezone":"${timezones[row]}"}`
  return json
}

/** The values, escaped. Testing the whole column once is faster than testing each value. */
function split(column: string): string[] {
  const values = column.split(SEPARATOR)
  return NEEDS_ESCAPE.test(column) ? values.map((value) => JSON.stringify(value).slice(1, -1)) : values
}
