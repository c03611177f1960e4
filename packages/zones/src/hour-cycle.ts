import type { Formatters } from './formatters.ts'

/** Makes what it is asked for each time. */
export const UNSHARED: Pick<Formatters, 'dateTime' | 'locale'> = {
  dateTime: (locale, options) => new Intl.DateTimeFormat(locale, options),
  locale: (tag, options) => new Intl.Locale(tag, options),
}

/** The locale with a clock of 12 or 24 hours; without a choice, the locale's own. */
export function withClock(
  locale: string,
  clock: '12' | '24' | undefined,
  formatters: Pick<Formatters, 'locale'> = UNSHARED,
): string {
  if (clock === undefined) return locale
  // Five past noon is 0:05 in Japanese. Browsers disagree on it where they choose between h11 and h12 themselves.
  const twelve = formatters.locale(locale, {}).language === 'ja' ? 'h11' : 'h12'
  return formatters.locale(locale, { hourCycle: clock === '12' ? twelve : 'h23' }).toString()
}
