/** Columns of a page as the database joins them: the values of each, with `SEPARATOR` between them. */
export type ListColumns = { userIds: string; usernames: string; zones: string; count: number }

/** A control character: the table's constraint excludes it from ids and names. */
export const SEPARATOR = '\u0001'

// Characters that JSON requires to be escaped, except the separator, which no value contains.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what has to be escaped
const NEEDS_ESCAPE = /["\\\u0000\u0002-\u001f]/

/**
 * Returns a function that joins the members of the map of all records, as JSON. Undefined if a value contains the
 * separator, as rows from before the table's constraint may: the values would be ambiguous.
 */
export function readListPage({ userIds, usernames, zones, count }: ListColumns): (() => string) | undefined {
  const columns = [userIds, usernames, zones].map((text) => ({ text, values: text.split(SEPARATOR) }))
  if (columns.some(({ values }) => values.length !== count)) return undefined
  return () => {
    const [ids, names, timezones] = columns.map(escapeAll) as [string[], string[], string[]]
    let json = ''
    for (let row = 0; row < count; row++)
      json += `${row === 0 ? '' : ','}"${ids[row]}":{"username":"${names[row]}","timezone":"${timezones[row]}"}`
    return json
  }
}

/** Testing the whole column once is faster than testing each value. */
function escapeAll({ text, values }: { text: string; values: string[] }): string[] {
  return NEEDS_ESCAPE.test(text) ? values.map((value) => JSON.stringify(value).slice(1, -1)) : values
}
