import { Autocomplete } from '@base-ui/react/autocomplete'
import { type ComponentProps, type RefObject, useLayoutEffect } from 'react'
import { takeLostFocus } from '../ui/take-lost-focus.ts'
import { usePlaceOf } from '../zones/use-place-of.ts'
import type { Suggestion } from './use-name-search.ts'

type NameFieldProps = {
  ref: RefObject<HTMLInputElement | null>
  typed: string
  found: Suggestion[]
  onType: (typed: string) => void
  onPick: (person: Suggestion) => void
} & Omit<ComponentProps<'input'>, 'ref'>

/** A text field, and below it the people found. Takes the place and the focus of a plain field. */
export function NameField({ ref, typed, found, onType, onPick, ...props }: NameFieldProps) {
  // At once, so that no key that is pressed meanwhile is lost.
  useLayoutEffect(() => takeLostFocus(ref.current), [ref])
  return (
    <Autocomplete.Root
      items={found}
      mode="none"
      inline
      open={found.length > 0}
      value={typed}
      onValueChange={(value, { reason }) => reason !== 'item-press' && onType(value)}
    >
      <Autocomplete.Input
        {...props}
        ref={ref}
        // With an inline list, the component always sets true, even if there is no list.
        aria-expanded={found.length > 0}
      />
      <Suggestions found={found} onPick={onPick} />
    </Autocomplete.Root>
  )
}

function Suggestions({ found, onPick }: Pick<NameFieldProps, 'found' | 'onPick'>) {
  const placeOf = usePlaceOf()
  if (found.length === 0) return null
  return (
    // Pressing a name must not take the focus from the field, because the names are hidden without it.
    <Autocomplete.List className="suggestions" onMouseDown={(event) => event.preventDefault()}>
      {found.map((person) => (
        <Autocomplete.Item
          key={person.id}
          value={person}
          className="suggestion"
          onClick={() => onPick(person)}
        >
          <span className="min-w-0 truncate font-medium" dir="auto">
            {person.name}
          </span>
          <span className="text-sm">{placeOf(person.timezone)}</span>
        </Autocomplete.Item>
      ))}
    </Autocomplete.List>
  )
}
