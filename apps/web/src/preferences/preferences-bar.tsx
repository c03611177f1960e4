import { LANGUAGES } from '../texts/languages.ts'
import { useLanguage, useTexts } from '../texts/use-texts.tsx'
import type { Preferences } from './preferences.ts'

type PreferencesBarProps = { preferences: Preferences; onChange: (change: Preferences) => void }

/** Light or dark, the clock, and the language. */
export function PreferencesBar({ preferences, onChange }: PreferencesBarProps) {
  const texts = useTexts()
  const language = useLanguage()
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-2">
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
        {texts.preferences.clock}
        <select
          className="select"
          value={preferences.clock ?? 'automatic'}
          onChange={({ target: { value } }) =>
            onChange({ clock: value === '12' || value === '24' ? value : undefined })
          }
        >
          <option value="automatic">{texts.preferences.clockAutomatic}</option>
          <option value="12">{texts.preferences.clock12}</option>
          <option value="24">{texts.preferences.clock24}</option>
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
