import type { Texts } from './en.ts'

/** The languages of the page by their tags, in their own words. `public/theme.js` has the same tags. */
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

/** Loads the texts of a language. English is part of the page. */
export const LOADERS: Record<Exclude<Language, 'en'>, () => Promise<Texts>> = {
  de: async () => (await import('./de.ts')).de,
  es: async () => (await import('./es.ts')).es,
  fr: async () => (await import('./fr.ts')).fr,
  'pt-BR': async () => (await import('./pt-br.ts')).ptBr,
  ru: async () => (await import('./ru.ts')).ru,
  ar: async () => (await import('./ar.ts')).ar,
  ja: async () => (await import('./ja.ts')).ja,
}

/** The first of these language tags that the page has, perhaps of another region: `pt-BR` for `pt-PT`. */
export function chooseLanguage(wanted: readonly string[]): Language {
  const own = Object.keys(LANGUAGES) as Language[]
  const found = wanted.flatMap(
    (tag) => own.find((language) => languageOf(language) === languageOf(tag)) ?? [],
  )
  return found[0] ?? 'en'
}

/** `pt` for `pt-BR`. */
export function languageOf(tag: string): string {
  return (tag.split(/[-_.@]/)[0] ?? tag).toLowerCase()
}

/** The direction in which a language is written. */
export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr'
}
