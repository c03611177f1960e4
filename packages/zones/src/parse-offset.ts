const OFFSET = /^(?:utc|gmt)?\s*([+-])\s*(\d{1,2})(?::?([0-5]\d)|[.,](00|30|45))?$/
// `utc 5`, as people say it, and what is left of `utc+5` in an address.
const UNSIGNED_OFFSET = /^(?:utc|gmt)()\s*(\d{1,2})(?::?([0-5]\d))?$/
// `+5.5`, as programs write it.
const OFFSET_IN_HOURS = /^(?:utc|gmt)?\s*([+-])\s*(\d{1,2}[.,]\d{1,2})$/
const DASHES = /[\u2010-\u2015\u2212]|\bminus\b/g
const PLUS = /±(?=[0:]*$)|\bplus\b/g
const HOUR_UNIT = /(\d)\s*(?:h|hrs?|hours?)$/

/** The minutes east of UTC in `+5:30`, `utc-3`, `GMT+0530`, `UTC+5h30` and the like; undefined for any other text. */
export function parseOffset(text: string): number | undefined {
  const plain = toLatinDigits(text.normalize('NFKC'))
    .replace('1⁄2', '.5')
    .toLowerCase()
    .replace(/^(?:utc\/gmt|gmt\/utc)/, 'utc')
    .replace(DASHES, '-')
    .replace(PLUS, '+')
    .replace(HOUR_UNIT, '$1')
    .replace(/(\d)h(?=\d)/, '$1:')
    .trim()
  const [, sign, hours, minutes, fraction] =
    OFFSET.exec(plain) ?? OFFSET_IN_HOURS.exec(plain) ?? UNSIGNED_OFFSET.exec(plain) ?? []
  if (hours === undefined) return undefined
  const size = Number(hours.replace(',', '.')) * 60 + Number(minutes ?? fraction ?? 0)
  return sign === '-' ? -size : size
}

/** Arabic and Persian digits as `0` to `9`. */
export function toLatinDigits(text: string): string {
  return text.replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15))
}
