import { createContext, type ReactNode, use } from 'react'
import { loadWithRetry } from '../ui/lazy-with-retry.ts'
import { en, type Texts } from './en.ts'
import { chooseLocale } from './locale.ts'

/** The languages of the page by their tags, in their own words. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const

export type Language = keyof typeof LANGUAGES

type Speech = { texts: Texts; language: Language; locale: string }

const SpeechContext = createContext<Speech>({ texts: en, language: 'en', locale: 'en' })

/** The language that was chosen, or the browser's first that the page has. */
export function chooseLanguage(chosen: string | undefined): Language {
  const wanted = [chosen, ...navigator.languages].map((tag) => tag?.split('-')[0])
  return (
    (wanted.find((tag) => tag !== undefined && Object.hasOwn(LANGUAGES, tag)) as Language | undefined) ?? 'en'
  )
}

/** Loads the texts of a language; English, which is part of the page, where they cannot be loaded. */
export async function loadTexts(language: Language): Promise<Texts> {
  if (language === 'en') return en
  return loadWithRetry(async () => (await import('./de.ts')).de).catch(() => en)
}

type SpeechProviderProps = { language: Language; texts: Texts; children: ReactNode }

export function SpeechProvider({ language, texts, children }: SpeechProviderProps) {
  const locale = chooseLocale(language, navigator.languages)
  return <SpeechContext value={{ texts, language, locale }}>{children}</SpeechContext>
}

export function useTexts(): Texts {
  return use(SpeechContext).texts
}

/** How dates and times are written. */
export function useLocale(): string {
  return use(SpeechContext).locale
}

export function useLanguage(): Language {
  return use(SpeechContext).language
}
