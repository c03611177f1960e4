import type { Text } from '../texts/load-texts.ts'

/** `tomorrow`: a day that is not the reader's. When it is 23:30 in Pago Pago, it is 0:30 two days later in Kiritimati. */
export function describeDay(daysApart: number, { locale, t }: { locale: string; t: Text }): string {
  if (daysApart === 1) return t('people.tomorrow')
  if (daysApart === -1) return t('people.yesterday')
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(daysApart, 'day')
}
