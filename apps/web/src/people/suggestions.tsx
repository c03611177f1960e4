import { usePlaceOf } from '../zones/use-place-of.ts'
import type { Suggestion } from './use-name-search.ts'

type SuggestionsProps = {
  id: string
  found: readonly Suggestion[]
  /** The place in the list that the arrow keys have reached. */
  reached: number
  onPick: (person: Suggestion) => void
}

/** The people found, below the field in which they are searched. The option that is reached has the list's id and its place. */
export function Suggestions({ id, found, reached, onPick }: SuggestionsProps) {
  const placeOf = usePlaceOf()
  return (
    // Pressing a name must not take the focus from the field, because the names are hidden without it.
    <div id={id} role="listbox" className="suggestions" onMouseDown={(event) => event.preventDefault()}>
      {found.map((person, index) => (
        <button
          key={person.id}
          id={`${id}-${index}`}
          type="button"
          role="option"
          tabIndex={-1}
          aria-selected={index === reached}
          className="suggestion"
          onClick={() => onPick(person)}
        >
          <span className="min-w-0 truncate font-medium" dir="auto">
            {person.name}
          </span>
          <span className="text-sm">{placeOf(person.timezone)}</span>
        </button>
      ))}
    </div>
  )
}
