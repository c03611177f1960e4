import { LANGUAGES } from '../texts/languages.ts'
import { useLocale, useTexts } from '../texts/use-texts.tsx'
import { Menu } from '../ui/menu.tsx'
import { SegmentChoice } from '../ui/segment-choice.tsx'
import { useStored } from '../ui/stored.ts'
import { type Preferences, preferredLanguage, storedPreferences } from './preferences.ts'

/** Light or dark, the clock, and the language, behind a line with what was chosen. */
export function PreferencesMenu() {
  const preferences = useStored(storedPreferences)
  const { preferences: texts } = useTexts()
  const { theme, clock } = preferences
  const language = preferredLanguage(preferences)
  const list = new Intl.ListFormat(useLocale(), { type: 'unit' })
  const clocks = { '12': texts.clock12, '24': texts.clock24 }
  const choose = (part: Preferences) => storedPreferences.change((before) => ({ ...before, ...part }))
  const chosen = [LANGUAGES[language], clock && clocks[clock], theme && texts[theme]]
  return (
    <Menu
      className="link"
      isAbove
      label={
        <>
          <span className="sr-only">{list.format([texts.language, texts.clock, texts.theme])} </span>
          {chosen.filter(Boolean).join(' · ')}
        </>
      }
    >
      {() => (
        <div className="space-y-4 p-2">
          <SegmentChoice
            label={texts.language}
            value={language}
            onChoose={(value) => choose({ language: value })}
            options={Object.entries(LANGUAGES)}
            isOfLanguages
          />
          <SegmentChoice
            label={texts.clock}
            value={clock ?? 'automatic'}
            onChoose={(value) => choose({ clock: value === '12' || value === '24' ? value : undefined })}
            options={[['automatic', texts.clockAutomatic], ...Object.entries(clocks)]}
          />
          <SegmentChoice
            label={texts.theme}
            value={theme ?? 'system'}
            onChoose={(value) => choose({ theme: value === 'light' || value === 'dark' ? value : undefined })}
            options={[
              ['system', texts.system],
              ['light', texts.light],
              ['dark', texts.dark],
            ]}
          />
        </div>
      )}
    </Menu>
  )
}
