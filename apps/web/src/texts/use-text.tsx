import { withClock } from '@timezone-registry/zones/hour-cycle'
import { chooseLocale } from '@timezone-registry/zones/locale'
import { type CityNames, nameCity } from '@timezone-registry/zones/place-of'
import { createTimeFormat, type TimeFormat } from '@timezone-registry/zones/time-format'
import { createContext, type ReactNode, use, useMemo } from 'react'
import type { Language } from './languages.ts'
import type { AccountText, LoadedTexts, Text, ViewText } from './load-texts.ts'

type Speech = LoadedTexts & { locale: string; times: TimeFormat }

const SpeechContext = createContext<Speech | undefined>(undefined)

type SpeechProviderProps = { loaded: LoadedTexts; clock: '12' | '24' | undefined; children: ReactNode }

export function SpeechProvider({ loaded, clock, children }: SpeechProviderProps) {
  const locale = withClock(chooseLocale(loaded.language, navigator.languages), clock)
  const times = useMemo(() => createTimeFormat(locale), [locale])
  return <SpeechContext value={{ ...loaded, locale, times }}>{children}</SpeechContext>
}

function useSpeech(): Speech {
  const speech = use(SpeechContext)
  if (speech === undefined) throw new Error('There is no SpeechProvider')
  return speech
}

/** What every view says, in the chosen language. */
export function useText(): Text {
  return useSpeech().start
}

/** Also what the views say that load when they are opened. Suspends until it is loaded. */
export function useViewText(): ViewText {
  return use(useSpeech().views())
}

/** Also what only the account page says. Suspends until it is loaded. */
export function useAccountText(): AccountText {
  return use(useSpeech().account())
}

/** Starts to load what a view says while the view itself loads. */
export function useViewTextSoon(isNeeded: boolean): void {
  const { views } = useSpeech()
  // A failure is thrown where the texts are used.
  if (isNeeded) views().catch(() => {})
}

/** The cities that zones are named after, in the chosen language. */
export function useCities(): CityNames {
  return useSpeech().cities
}

/** The locale of what is written by other means than {@link useTimes}. */
export function useLocale(): string {
  return useSpeech().locale
}

/** How dates and times are written. */
export function useTimes(): TimeFormat {
  return useSpeech().times
}

export function useLanguage(): Language {
  return useSpeech().language
}

/** Names the city of a canonical zone in the page's language: `Buenos Aires`, and `UTC−5` for `Etc/GMT+5`. */
export function useCityOf(): (zone: string) => string {
  const cities = useCities()
  return (zone) => nameCity(zone, cities)
}
