import { hasWrongLength, withoutForbidden } from '@timezone-registry/contract'
import { type SubmitEvent, useId, useRef, useState } from 'react'
import { readIds } from '../selection/selection.ts'
import { MAX_PEOPLE } from '../selection/use-people.ts'
import { useTexts } from '../texts/use-texts.tsx'
import { PlusIcon } from '../ui/icons.tsx'
import { NameField } from './name-field.tsx'
import { type Suggestion, useNameSearch } from './use-name-search.ts'

type AddPeopleProps = {
  ids: string[]
  canSearch: boolean
  error: string | undefined
  onAdd: (ids: string[]) => void
}

/** A field for names, ids and mentions, which suggests people by name. Keeps the focus, ready for the next. */
export function AddPeople({ ids, canSearch, error, onAdd }: AddPeopleProps) {
  const id = useId()
  const noteId = useId()
  const { people: texts, failure } = useTexts()
  const [typed, setTyped] = useState('')
  const [isRefused, setIsRefused] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const found = useNameSearch(typed, canSearch).filter((person) => !ids.includes(person.id))
  const { ids: meant, refused } = meantBy(typed, found)
  const wanted = mergeIds(ids, meant)
  const tooMany = wanted.length > MAX_PEOPLE ? texts.tooMany(MAX_PEOPLE) : undefined
  const isTooLong = refused.some(hasWrongLength)
  const wrong = refused.length > 0 ? (isTooLong ? failure.fields.ids : texts.addHint) : undefined
  // A name that is still being typed is not marked as wrong.
  const problem = (isTooLong || isRefused ? wrong : undefined) ?? tooMany ?? error

  function add(all: string[]) {
    field.current?.focus()
    if (all.length > MAX_PEOPLE) return
    onAdd(all)
    setTyped('')
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setIsRefused(refused.length > 0)
    if (refused.length > 0) return field.current?.focus()
    if (typed.trim() !== '') add(wanted)
  }

  return (
    <form onSubmit={submit} className="add-people">
      <label htmlFor={id} className="font-medium">
        {texts.add}
      </label>
      <div className="relative flex flex-wrap gap-2">
        <NameField
          ref={field}
          id={id}
          noteId={noteId}
          typed={typed}
          found={found}
          isInvalid={problem !== undefined}
          onType={(text) => {
            setTyped(text)
            setIsRefused(false)
          }}
          onPick={(person) => add(mergeIds(ids, [person.id]))}
        />
        <button
          type="submit"
          className={`button shrink-0 ${ids.length === 0 ? 'button-primary' : 'button-plain'}`}
        >
          <PlusIcon isSmall />
          {texts.addButton}
        </button>
      </div>
      <p id={noteId} className="mt-1 text-muted text-sm wrap-anywhere">
        {problem === undefined ? texts.addHint : <span className="text-danger">{problem}</span>}
      </p>
      <p role="status" className="sr-only">
        {found.length > 0 && texts.found(found.length)}
      </p>
    </form>
  )
}

function mergeIds(ids: readonly string[], added: readonly string[]): string[] {
  return [...new Set([...ids, ...added])]
}

/** The ids in a text; if it is the whole name of exactly one person found, their id. */
function meantBy(typed: string, found: readonly Suggestion[]): ReturnType<typeof readIds> {
  const text = withoutForbidden(typed)
  const same = (name: string) => name.localeCompare(text, undefined, { sensitivity: 'base' }) === 0
  const [person, ...others] = found.filter(({ name }) => same(name))
  return person !== undefined && others.length === 0 ? { ids: [person.id], refused: [] } : readIds(typed)
}
