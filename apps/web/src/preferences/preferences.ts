import { chooseLanguage, type Language } from '../texts/languages.ts'
import { createStored, propertiesOf } from '../ui/stored.ts'

/** What was chosen in this browser; undefined: the system's setting. `index.html` reads the same value. */
export type Preferences = {
  theme?: 'light' | 'dark' | undefined
  language?: string | undefined
  /** How many hours the clock counts to. */
  clock?: '12' | '24' | undefined
}

export const storedPreferences = createStored('timezone-registry:preferences', (stored): Preferences => {
  const { theme, language, clock } = propertiesOf(stored)
  return {
    ...((theme === 'light' || theme === 'dark') && { theme }),
    ...(typeof language === 'string' && { language }),
    ...((clock === '12' || clock === '24') && { clock }),
  }
})

/** Light or dark for the whole document; without a choice, the system's setting. */
export function applyTheme({ theme }: Preferences): void {
  if (theme === undefined) delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

/** The language that was chosen, or the browser's first that the page has. */
export function preferredLanguage({ language }: Preferences): Language {
  return chooseLanguage([...(language === undefined ? [] : [language]), ...navigator.languages])
}
