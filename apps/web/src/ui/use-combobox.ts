import { type KeyboardEvent, type MouseEvent, useId, useState } from 'react'
import { isComposing } from './is-composing.ts'

type ComboboxOptions<Option> = {
  /** Of the list. */
  label: string
  /** What was typed. Another text begins again. */
  typed: string
  options: readonly Option[]
  onPick: (option: Option) => void
  /** True if Enter takes the first option until the arrow keys have reached another. */
  takesFirst?: boolean
}

export type Combobox<Option extends { id: string }> = ReturnType<typeof useCombobox<Option>>

/**
 * The properties of a field and of the list of options below it. The focus stays in the field, while the arrow keys or the
 * pointer reach an option, as in WAI-ARIA's pattern of a combobox.
 */
export function useCombobox<Option extends { id: string }>(combobox: ComboboxOptions<Option>) {
  const { label, typed, options, onPick, takesFirst = false } = combobox
  const id = useId()
  const [reached, setReached] = useState({ typed, option: '' })
  // One of the places is that of no option.
  const places: readonly (Option | undefined)[] = takesFirst ? options : [undefined, ...options]
  const isReached = (option?: Option) => reached.typed === typed && option?.id === reached.option
  const current = places.find(isReached) ?? places[0]
  const idOf = (option: Option) => `${id}-${options.indexOf(option)}`

  function press(event: KeyboardEvent): void {
    if (isComposing(event)) return
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Enter' && current !== undefined) {
      event.preventDefault()
      onPick(current)
    } else if (by !== undefined && options.length > 0) {
      event.preventDefault()
      const next = places.at((places.indexOf(current) + by) % places.length)
      setReached({ typed, option: next?.id ?? '' })
      if (next !== undefined) document.getElementById(idOf(next))?.scrollIntoView({ block: 'nearest' })
    }
  }

  return {
    field: {
      role: 'combobox',
      autoComplete: 'off',
      spellCheck: false,
      'aria-autocomplete': 'list' as const,
      'aria-expanded': options.length > 0,
      'aria-controls': id,
      'aria-activedescendant': current && idOf(current),
      onKeyDown: press,
    },
    list: { id, role: 'listbox', 'aria-label': label, onMouseDown: keepFocus },
    optionOf: (option: Option) => ({
      id: idOf(option),
      role: 'option',
      'aria-selected': option === current,
      onClick: () => onPick(option),
      onMouseMove: () => option !== current && setReached({ typed, option: option.id }),
    }),
  }
}

/** For a press that must not take the focus from the field. */
export function keepFocus(event: MouseEvent): void {
  event.preventDefault()
}
