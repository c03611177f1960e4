import { languageOf } from './languages.ts'

// The page's texts write digits as in `UTC+3`, and two kinds of digits in one sentence are hard to read.
const LATIN_DIGITS = { numberingSystem: 'latn' }

/**
 * How dates, times and numbers are written: in the page's language, by the conventions of the browser's region. A
 * French browser that reads the page in English gets 24 hours, not the 12 of the United States.
 */
export function chooseLocale(language: string, browserLocales: readonly string[]): string {
  const code = languageOf(language)
  const digits = code === 'ar' ? LATIN_DIGITS : {}
  const own = browserLocales.find((tag) => languageOf(tag) === code)
  const [first] = browserLocales
  if (own !== undefined || first === undefined) return new Intl.Locale(own ?? language, digits).toString()
  const { hourCycle } = new Intl.DateTimeFormat(first, { hour: 'numeric' }).resolvedOptions()
  const region = new Intl.Locale(first).maximize().region
  return new Intl.Locale(code, {
    ...digits,
    ...(region && { region }),
    ...(hourCycle && { hourCycle }),
  }).toString()
}

/** The locale with a clock of 12 or 24 hours; without a choice, the locale's own. */
export function withClock(locale: string, clock: '12' | '24' | undefined): string {
  if (clock === undefined) return locale
  return new Intl.Locale(locale, { hourCycle: clock === '12' ? 'h12' : 'h23' }).toString()
}
