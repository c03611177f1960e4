/** Columns of a page as the database joins them: the values of each, with `SEPARATOR` between them. */
export type ListColumns = { userIds: string; usernames: string; zones: string; count: number }

/** A control character: the table's rule keeps it out of ids and names. */
export const SEPARATOR = '\u0001'

// What JSON does not take as it is; the separator itself is no value.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what has to be escaped
const NEEDS_ESCAPE = /["\\\u0000\u0002-\u001f]/

/**
 * The members of the map of all records, as JSON. Undefined where a value holds the separator itself, as rows from
 * before the table's rule may: then the values cannot be told apart.
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

/** The values, escaped. One look at the whole column saves one at each value: hardly any needs it. */
function split(column: string): string[] {
  const values = column.split(SEPARATOR)
  return NEEDS_ESCAPE.test(column) ? values.map((value) => JSON.stringify(value).slice(1, -1)) : values
}
