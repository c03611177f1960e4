import { useId } from 'react'
import { LANGUAGES } from '../texts/languages.ts'
import { useLocale, useTexts } from '../texts/use-texts.tsx'
import { Menu } from '../ui/menu.tsx'
import { type Preferences, preferredLanguage } from './preferences.ts'

type PreferencesMenuProps = { preferences: Preferences; onChange: (change: Preferences) => void }

/** Light or dark, the clock, and the language, behind a line with what was chosen. */
export function PreferencesMenu({ preferences, onChange }: PreferencesMenuProps) {
  const { preferences: texts } = useTexts()
  const { theme, clock } = preferences
  const language = preferredLanguage(preferences)
  const list = new Intl.ListFormat(useLocale(), { type: 'unit' })
  const clocks = { '12': texts.clock12, '24': texts.clock24 }
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
        <>
          <Choice
            label={texts.language}
            value={language}
            onChoose={(value) => onChange({ language: value })}
            options={Object.entries(LANGUAGES)}
            isOfLanguages
          />
          <Choice
            label={texts.clock}
            value={clock ?? 'automatic'}
            onChoose={(value) => onChange({ clock: value === '12' || value === '24' ? value : undefined })}
            options={[['automatic', texts.clockAutomatic], ...Object.entries(clocks)]}
          />
          <Choice
            label={texts.theme}
            value={theme ?? 'system'}
            onChoose={(value) =>
              onChange({ theme: value === 'light' || value === 'dark' ? value : undefined })
            }
            options={[
              ['system', texts.system],
              ['light', texts.light],
              ['dark', texts.dark],
            ]}
          />
        </>
      )}
    </Menu>
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
  const name = useId()
  return (
    <fieldset className="p-2">
      <legend className="pb-1 text-sm text-soft">{label}</legend>
      <div className="segments">
        {options.map(([option, text]) => (
          <label key={option} className="segment" lang={isOfLanguages ? option : undefined}>
            <input
              type="radio"
              name={name}
              className="sr-only"
              value={option}
              checked={option === value}
              onChange={() => onChoose(option)}
            />
            {text}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
