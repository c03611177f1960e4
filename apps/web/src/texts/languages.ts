import { languageOf } from '@timezone-registry/zones/locale'

/** The languages of the page by their tags, in their own words. `index.html` has the same tags. */
export const LANGUAGES = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  'pt-BR': 'Português (Brasil)',
  ru: 'Русский',
  ar: 'العربية',
  ja: '日本語',
} as const

export type Language = keyof typeof LANGUAGES

/** The first of these language tags that the page has, perhaps of another region: `pt-BR` for `pt-PT`. */
export function chooseLanguage(wanted: readonly string[]): Language {
  const own = Object.keys(LANGUAGES) as Language[]
  const found = wanted.flatMap(
    (tag) => own.find((language) => languageOf(language) === languageOf(tag)) ?? [],
  )
  return found[0] ?? 'en'
}

/** The direction in which a language is written. */
export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr'
}
