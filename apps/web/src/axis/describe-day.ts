import type { Texts } from '../texts/en-views.ts'

/** `tomorrow`: a day that is not the reader's. When it is 23:30 in Pago Pago, it is 0:30 two days later in Kiritimati. */
export function describeDay(
  daysApart: number,
  { locale, texts }: { locale: string; texts: Texts['people'] },
): string {
  if (daysApart === 1) return texts.tomorrow
  if (daysApart === -1) return texts.yesterday
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(daysApart, 'day')
}
