import type { Combobox } from '../ui/use-combobox.ts'
import { usePlaceOf } from '../zones/use-place-of.tsx'
import type { Suggestion } from './use-name-search.ts'

type SuggestionsProps = {
  found: readonly Suggestion[]
  combobox: Pick<Combobox<Suggestion>, 'list' | 'optionOf'>
}

/** The people found, below the field in which they are searched. Hidden without the focus. */
export function Suggestions({ found, combobox: { list, optionOf } }: SuggestionsProps) {
  const placeOf = usePlaceOf()
  return (
    <div {...list} className="suggestions">
      {found.map((person) => (
        <div key={person.id} {...optionOf(person)} className="suggestion">
          <span className="min-w-0 truncate font-medium" dir="auto">
            {person.name}
          </span>
          <span className="text-sm">{placeOf(person.timezone)}</span>
        </div>
      ))}
    </div>
  )
}
