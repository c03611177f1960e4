import { createContext, type ReactNode, use } from 'react'
import { en, type Texts } from './en.ts'

/** The languages that the page speaks, by their tags, in their own words. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const

export type Language = keyof typeof LANGUAGES

type Speech = { texts: Texts; language: Language; locale: string }

const SpeechContext = createContext<Speech>({ texts: en, language: 'en', locale: 'en' })

/** The language that was chosen, else the first of the browser's that the page speaks. */
export function chooseLanguage(chosen: string | undefined): Language {
  const wanted = [chosen, ...navigator.languages].map((tag) => tag?.split('-')[0])
  return (wanted.find((tag) => tag !== undefined && tag in LANGUAGES) as Language | undefined) ?? 'en'
}

/** Loads the texts of a language; only the one that is spoken is. */
export async function loadTexts(language: Language): Promise<Texts> {
  return language === 'de' ? (await import('./de.ts')).de : en
}

export function SpeechProvider({
  language,
  texts,
  children,
}: {
  language: Language
  texts: Texts
  children: ReactNode
}) {
  // Somebody's own variant of the language says how he writes a time: 12 or 24 hours.
  const locale = navigator.languages.find((tag) => tag.split('-')[0] === language) ?? language
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
