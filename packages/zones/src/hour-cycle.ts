/** The locale with a clock of 12 or 24 hours; without a choice, the locale's own. */
export function withClock(locale: string, clock: '12' | '24' | undefined): string {
  if (clock === undefined) return locale
  // Five past noon is 0:05 in Japanese. Browsers disagree on it where they choose between h11 and h12 themselves.
  const twelve = new Intl.Locale(locale).language === 'ja' ? 'h11' : 'h12'
  return new Intl.Locale(locale, { hourCycle: clock === '12' ? twelve : 'h23' }).toString()
}
