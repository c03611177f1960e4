import { chooseLanguage, type Language } from '../texts/languages.ts'
import { readStoredObject, writeStored } from '../ui/stored-value.ts'

/** What was chosen in this browser; undefined: the system's setting. `index.html` reads the same value. */
export type Preferences = {
  theme?: 'light' | 'dark' | undefined
  language?: string | undefined
  /** How many hours the clock counts to. */
  clock?: '12' | '24' | undefined
}

const STORAGE_KEY = 'timezone-registry:preferences'

export function loadPreferences(): Preferences {
  const { theme, language, clock } = readStoredObject(STORAGE_KEY)
  return {
    ...((theme === 'light' || theme === 'dark') && { theme }),
    ...(typeof language === 'string' && { language }),
    ...((clock === '12' || clock === '24') && { clock }),
  }
}

export function savePreferences(preferences: Preferences): void {
  writeStored(STORAGE_KEY, preferences)
}

/** Light or dark for the whole document; without a choice, the system's setting. */
export function applyTheme({ theme }: Preferences): void {
  if (theme === undefined) delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

/** The language that was chosen, or the browser's first that the page has. */
export function preferredLanguage({ language }: Preferences): Language {
  return chooseLanguage([...(language === undefined ? [] : [language]), ...navigator.languages])
}
