import { languageOf } from '@timezone-registry/zones/locale'
import type { CityNames } from '@timezone-registry/zones/place-of'
import type { Texts } from './en-views.ts'

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

type Loaded = { texts: Texts; cities: CityNames }
type Load = () => Promise<Loaded>

async function both(
  texts: Promise<{ texts: Texts }>,
  cities: Promise<{ cities: CityNames }>,
): Promise<Loaded> {
  return { ...(await texts), ...(await cities) }
}

/** Loads the texts of a language and its names of cities. English is part of the page. */
export const LOADERS: Record<Exclude<Language, 'en'>, Load> = {
  de: () => both(import('./de.ts'), import('virtual:cities/de')),
  es: () => both(import('./es.ts'), import('virtual:cities/es')),
  fr: () => both(import('./fr.ts'), import('virtual:cities/fr')),
  'pt-BR': () => both(import('./pt-br.ts'), import('virtual:cities/pt-BR')),
  ru: () => both(import('./ru.ts'), import('virtual:cities/ru')),
  ar: () => both(import('./ar.ts'), import('virtual:cities/ar')),
  ja: () => both(import('./ja.ts'), import('virtual:cities/ja')),
}

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
