import { LANGUAGES } from '../texts/languages.ts'
import { useTexts } from '../texts/use-texts.tsx'
import { type Preferences, preferredLanguage } from './preferences.ts'

type PreferencesBarProps = { preferences: Preferences; onChange: (change: Preferences) => void }

/** Light or dark, the clock, and the language. */
export function PreferencesBar({ preferences, onChange }: PreferencesBarProps) {
  const { preferences: texts } = useTexts()
  return (
    <div className="flex min-w-0 flex-wrap gap-x-4 gap-y-2">
      <Choice
        label={texts.theme}
        value={preferences.theme ?? 'system'}
        onChoose={(value) => onChange({ theme: value === 'light' || value === 'dark' ? value : undefined })}
        options={[
          ['system', texts.system],
          ['light', texts.light],
          ['dark', texts.dark],
        ]}
      />
      <Choice
        label={texts.clock}
        value={preferences.clock ?? 'automatic'}
        onChoose={(value) => onChange({ clock: value === '12' || value === '24' ? value : undefined })}
        options={[
          ['automatic', texts.clockAutomatic],
          ['12', texts.clock12],
          ['24', texts.clock24],
        ]}
      />
      <Choice
        label={texts.language}
        value={preferredLanguage(preferences)}
        onChoose={(value) => onChange({ language: value })}
        options={Object.entries(LANGUAGES)}
        isOfLanguages
      />
    </div>
  )
}

type ChoiceProps = {
  label: string
  value: string
  onChoose: (value: string) => void
  options: readonly (readonly [value: string, label: string])[]
  /** True if each value is the language that its label is in. */
  isOfLanguages?: boolean
}

function Choice({ label, value, onChoose, options, isOfLanguages = false }: ChoiceProps) {
  return (
    <label className="flex min-w-0 max-w-full flex-wrap items-center gap-2">
      {label}
      <select className="select" value={value} onChange={({ target }) => onChoose(target.value)}>
        {options.map(([value, text]) => (
          <option key={value} value={value} lang={isOfLanguages ? value : undefined}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}
