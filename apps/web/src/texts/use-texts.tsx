import { cities } from 'virtual:cities/en'
import { withClock } from '@timezone-registry/zones/hour-cycle'
import { chooseLocale } from '@timezone-registry/zones/locale'
import type { CityNames } from '@timezone-registry/zones/place-of'
import { createContext, type ReactNode, use } from 'react'
import { loadWithRetry } from '../ui/lazy-with-retry.ts'
import { en } from './en.ts'
import type { Texts } from './en-views.ts'
import { type Language, LOADERS } from './languages.ts'

/** What the page says and what it calls places, and in which language. */
export type LoadedTexts = { language: Language; texts: Texts; cities: CityNames }

type Speech = LoadedTexts & { locale: string }

// A view that needs more than the start view adds it before it is shown.
const ENGLISH: LoadedTexts = { language: 'en', texts: en as Texts, cities }

const SpeechContext = createContext<Speech>({ ...ENGLISH, locale: 'en' })

/** Loads the texts of a language; English, which is part of the page, where they cannot be loaded. */
export async function loadTexts(language: Language): Promise<LoadedTexts> {
  if (language === 'en') return ENGLISH
  return loadWithRetry(LOADERS[language]).then(
    (loaded) => ({ language, ...loaded }),
    () => ENGLISH,
  )
}

type SpeechProviderProps = { loaded: LoadedTexts; clock: '12' | '24' | undefined; children: ReactNode }

export function SpeechProvider({ loaded, clock, children }: SpeechProviderProps) {
  const locale = withClock(chooseLocale(loaded.language, navigator.languages), clock)
  return <SpeechContext value={{ ...loaded, locale }}>{children}</SpeechContext>
}

/** Every text of the page, in the chosen language. */
export function useTexts(): Texts {
  return use(SpeechContext).texts
}

/** The cities that zones are named after, in the chosen language. */
export function useCities(): CityNames {
  return use(SpeechContext).cities
}

/** How dates and times are written. */
export function useLocale(): string {
  return use(SpeechContext).locale
}

export function useLanguage(): Language {
  return use(SpeechContext).language
}
