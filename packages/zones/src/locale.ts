import type { Formatters } from './formatters.ts'
import { UNSHARED, withClock } from './hour-cycle.ts'

// The page's texts write digits as in `UTC+3`, and two kinds of digits in one sentence are hard to read.
const LATIN_DIGITS = { numberingSystem: 'latn' }

/**
 * How dates, times and numbers are written: in the page's language, by the conventions of the browser's region. A
 * French browser that reads the page in English gets 24 hours, not the 12 of the United States.
 */
export function chooseLocale(
  language: string,
  browserTags: readonly string[],
  formatters: Pick<Formatters, 'dateTime' | 'locale'> = UNSHARED,
): string {
  const browserLocales = browserTags.flatMap(toLocale)
  const code = languageOf(language)
  const digits = code === 'ar' ? LATIN_DIGITS : {}
  const own = browserLocales.find((tag) => languageOf(tag) === code)
  const [first] = browserLocales
  if (own !== undefined || first === undefined) return formatters.locale(own ?? language, digits).toString()
  const { hour12 } = formatters.dateTime(first, { hour: 'numeric' }).resolvedOptions()
  const region = formatters.locale(first, {}).maximize().region
  const locale = formatters.locale(code, { ...digits, ...(region && { region }) }).toString()
  return withClock(locale, hour12 ? '12' : '24', formatters)
}

/** A browser's language as `Intl` takes it: Linux passes `en-US@posix`, `de_DE.UTF-8` and `C` on. Empty if unusable. */
function toLocale(tag: string): string[] {
  try {
    return Intl.getCanonicalLocales(tag.replace(/[.@].*$/, '').replaceAll('_', '-'))
  } catch {
    return []
  }
}

/** `pt` for `pt-BR`. */
export function languageOf(tag: string): string {
  return (tag.split(/[-_.@]/)[0] ?? tag).toLowerCase()
}
