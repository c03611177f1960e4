import { chooseLanguage, LANGUAGES, type Language } from '../texts/languages.ts'
import { useLocale, useText } from '../texts/use-text.tsx'
import { Menu } from '../ui/menu.tsx'
import { SegmentChoice } from '../ui/segment-choice.tsx'
import { createStored, propertiesOf, useStored } from '../ui/stored.ts'

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

/** Light or dark, the clock, and the language, behind a line with what was chosen. */
export function PreferencesMenu() {
  const preferences = useStored(storedPreferences)
  const t = useText()
  const { theme, clock } = preferences
  const language = preferredLanguage(preferences)
  const list = new Intl.ListFormat(useLocale(), { type: 'unit' })
  const clocks = { '12': t('preferences.clock12'), '24': t('preferences.clock24') }
  const choose = (part: Preferences) => storedPreferences.change((before) => ({ ...before, ...part }))
  const chosen = [LANGUAGES[language], clock && clocks[clock], theme && t(`preferences.${theme}`)]
  return (
    <Menu
      className="link"
      isAbove
      name={list.format([t('preferences.language'), t('preferences.clock'), t('preferences.theme')])}
      label={chosen.filter(Boolean).join(' · ')}
    >
      {() => (
        <div className="space-y-4 p-2">
          <SegmentChoice
            label={t('preferences.language')}
            value={language}
            onChoose={(value) => choose({ language: value })}
            options={Object.entries(LANGUAGES)}
            isOfLanguages
          />
          <SegmentChoice
            label={t('preferences.clock')}
            value={clock ?? 'automatic'}
            onChoose={(value) => choose({ clock: value === '12' || value === '24' ? value : undefined })}
            options={[['automatic', t('preferences.clockAutomatic')], ...Object.entries(clocks)]}
          />
          <SegmentChoice
            label={t('preferences.theme')}
            value={theme ?? 'system'}
            onChoose={(value) => choose({ theme: value === 'light' || value === 'dark' ? value : undefined })}
            options={[
              ['system', t('preferences.system')],
              ['light', t('preferences.light')],
              ['dark', t('preferences.dark')],
            ]}
          />
        </div>
      )}
    </Menu>
  )
}
