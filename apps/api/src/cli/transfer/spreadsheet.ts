const MONTH =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'
// Shown in another way: `8035111022467`, `007`, `1e5`, `1.50`, `1/2`, `10:30`, `3 pm`, `MAR1`, `1-may`, `true`.
const REWRITTEN = [
  String.raw`\d{12,}|0\d+|\d+(?:[.,]\d*)?e\d+|(?=\d*[.,:/%\s-])\d[\d.,:/%\s-]*(?:[ap]m?)?`,
  String.raw`(?:${MONTH})[\s./-]*\d[\d\s,./-]*|\d+[\s./-]?(?:${MONTH})`,
  'true|false',
].join('|')

// What a spreadsheet takes for a formula, a number, a date or a time, after the apostrophes that make it text.
const UNSAFE = new RegExp(String.raw`^'*(?:[=+\-@\t\r＝＋－＠]|(?:${REWRITTEN})$)`, 'i')

// `8.03511E+16`, a formula, an error such as `#NAME?`, `80,351,110`, `80351110224678912.0`, `2-Jan`; dots only in long
// numbers.
const CHANGED =
  /^(?:\d(?:[.,]\d+)?e\+?\d+|=.*|#+|#(?:NAME\?|VALUE!|REF!|N\/A|NUM!)|\d{1,3}(?:[,'’\s]\d{2,3})+(?:[.,]\d+)?|\d{1,3}(?:\.\d{3}){4,}(?:,\d+)?|\d+[.,]0+|\d{1,2}-(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)(?:-\d\d)?)$/i

// A spreadsheet keeps 15 digits of a number.
const LONG = /^\d{16,}$/
const ROUNDED = /^\d{15}0+$/
const EXAMINED_ROWS = 1000

const REASON =
  'was changed by a spreadsheet. Take the ids from their source, import the column as text there, or use JSON Lines'

/** A value that a spreadsheet shows as it is. An apostrophe before it makes it text. */
export function protect(value: string): string {
  return UNSAFE.test(value) ? `'${value}` : value
}

/** The value that was protected. */
export function unprotect(value: string): string {
  return value.startsWith("'") && UNSAFE.test(value) ? value.slice(1) : value
}

/** With an error in place of each row whose id a spreadsheet has changed, so that it may be another user's. */
export async function* changedIds<Row extends Record<string, string>>(
  rows: AsyncIterable<Row | Error>,
): AsyncGenerator<Row | Error> {
  let first: (Row | Error)[] | undefined = []
  let isRounded = false
  const check = (row: Row | Error) => {
    const id = row instanceof Error ? '' : (row.user_id ?? '').trim()
    return CHANGED.test(id) || (isRounded && ROUNDED.test(id))
      ? new Error(`user_id ${JSON.stringify(id)} ${REASON}`)
      : row
  }
  // A single id may well end in zeros: they are suspicious if all of the first thousand rows' do.
  const checkFirst = (all: (Row | Error)[]) => {
    const long = all.flatMap((row) =>
      row instanceof Error || !LONG.test(row.user_id ?? '') ? [] : [row.user_id ?? ''],
    )
    isRounded = long.length > 0 && long.every((id) => ROUNDED.test(id))
    return all.map(check)
  }
  for await (const row of rows) {
    if (first === undefined) yield check(row)
    else if (first.push(row) === EXAMINED_ROWS) {
      yield* checkFirst(first)
      first = undefined
    }
  }
  yield* checkFirst(first ?? [])
}
