import { createContext, type ReactNode, use } from 'react'
import { loadWithRetry } from '../ui/lazy-with-retry.ts'
import { en, type Texts } from './en.ts'
import type { ViewTexts } from './language-texts.ts'
import { type Language, LOADERS } from './languages.ts'
import { chooseLocale, withClock } from './locale.ts'

/** What the page says. Without `views`, each view uses its own English texts. */
export type LoadedTexts = { language: Language; page: Texts; views?: ViewTexts }

type Speech = LoadedTexts & { locale: string }

const ENGLISH: LoadedTexts = { language: 'en', page: en }

const SpeechContext = createContext<Speech>({ ...ENGLISH, locale: 'en' })

/** Loads the texts of a language; English, which is part of the page, where they cannot be loaded. */
export async function loadTexts(language: Language): Promise<LoadedTexts> {
  if (language === 'en') return ENGLISH
  return loadWithRetry(LOADERS[language]).then(
    (texts) => ({ language, ...texts }),
    () => ENGLISH,
  )
}

type SpeechProviderProps = { texts: LoadedTexts; clock: '12' | '24' | undefined; children: ReactNode }

export function SpeechProvider({ texts, clock, children }: SpeechProviderProps) {
  const locale = withClock(chooseLocale(texts.language, navigator.languages), clock)
  return <SpeechContext value={{ ...texts, locale }}>{children}</SpeechContext>
}

export function useTexts(): Texts {
  return use(SpeechContext).page
}

/** The texts of one view, which brings its own in English. */
export function useViewTexts<View extends keyof ViewTexts>(
  view: View,
  english: ViewTexts[View],
): ViewTexts[View] {
  return use(SpeechContext).views?.[view] ?? english
}

/** How dates and times are written. */
export function useLocale(): string {
  return use(SpeechContext).locale
}

export function useLanguage(): Language {
  return use(SpeechContext).language
}
