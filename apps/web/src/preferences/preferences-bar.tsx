import { LANGUAGES } from '../texts/languages.ts'
import { useLanguage, useTexts } from '../texts/use-texts.tsx'
import type { Preferences } from './preferences.ts'

type PreferencesBarProps = { preferences: Preferences; onChange: (change: Preferences) => void }

/** Light or dark, and the language. */
export function PreferencesBar({ preferences, onChange }: PreferencesBarProps) {
  const texts = useTexts()
  const language = useLanguage()
  return (
    <div className="flex flex-wrap gap-4">
      <label className="flex items-center gap-2">
        {texts.preferences.theme}
        <select
          className="select"
          value={preferences.theme ?? 'system'}
          onChange={({ target: { value } }) =>
            onChange({ theme: value === 'light' || value === 'dark' ? value : undefined })
          }
        >
          <option value="system">{texts.preferences.system}</option>
          <option value="light">{texts.preferences.light}</option>
          <option value="dark">{texts.preferences.dark}</option>
        </select>
      </label>
      <label className="flex items-center gap-2">
        {texts.preferences.language}
        <select
          className="select"
          value={language}
          onChange={({ target }) => onChange({ language: target.value })}
        >
          {Object.entries(LANGUAGES).map(([tag, name]) => (
            <option key={tag} value={tag} lang={tag}>
              {name}
            </option>
          ))}
        </select>
      </label>
    </div>
  )
}
