import { LANGUAGE_TAGS } from './place-of.ts'

/** Intl's objects by locale and options. */
export type Formatters = {
  dateTime(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat
  list(locale: string, options: Intl.ListFormatOptions): Intl.ListFormat
  number(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat
  locale(tag: string, options: Intl.LocaleOptions): Intl.Locale
}

// Some 14 MB.
const MAX_KEPT = 500
const MIN_KEPT_MS = 60_000

/**
 * Makes each one once and keeps the last 500 used: one takes some 27 KB of native memory that V8 does not count, so it does
 * not collect those of past requests in time. Requests choose their locales, so while there is no room and everything
 * has been used within a minute, other locales get the formatters of their language, or of English.
 */
export function createFormatters({ now = Date.now }: { now?: () => number } = {}): Formatters {
  // In order of last use.
  const kept = new Map<string, { formatter: unknown; usedAt: number }>()

  function share<Options extends object, Formatter>(
    Format: new (locale: string, options: Options) => Formatter,
    locale: string,
    options: Options,
  ): Formatter {
    const key = `${Format.name} ${locale} ${JSON.stringify(options)}`
    const known = kept.get(key)
    if (known === undefined && kept.size >= MAX_KEPT) {
      const [[oldest, { usedAt }] = ['', { usedAt: 0 }]] = kept
      const fallback = fallbackOf(locale)
      if (now() - usedAt < MIN_KEPT_MS && locale !== fallback) return share(Format, fallback, options)
      kept.delete(oldest)
    }
    const formatter = (known?.formatter as Formatter | undefined) ?? new Format(locale, options)
    kept.delete(key)
    kept.set(key, { formatter, usedAt: now() })
    return formatter
  }

  return {
    dateTime: (locale, options) => share(Intl.DateTimeFormat, locale, options),
    list: (locale, options) => share(Intl.ListFormat, locale, options),
    number: (locale, options) => share(Intl.NumberFormat, locale, options),
    locale: (tag, options) => share(Intl.Locale, tag, options),
  }
}

function fallbackOf(locale: string): string {
  const languageOf = (tag: string) => tag.split('-')[0]
  return LANGUAGE_TAGS.find((tag) => languageOf(tag) === languageOf(locale)) ?? 'en'
}
